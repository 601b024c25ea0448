package import PlayheadAnalysis
package import PlayheadModel

/// What text on a session is made from, whether it played a file or a ladder.
package protocol PlayedReport: Sendable {
  /// What happened.
  var session: Session { get }
  /// The figures of merit.
  var summary: SessionSummary { get }
  /// Over what it was played.
  var link: NetworkLink { get }
  /// When the player starts and resumes.
  var policy: BufferingPolicy { get }
  /// Why it waits; `nil` if nobody asked.
  var causes: SessionCauses? { get }
  /// What opening takes, as a phrase: "connecting and reading the index".
  var openingWords: String { get }
  /// What opening takes, whatever the file: "connecting and reading headers and index".
  var openingFacts: String { get }
  /// That it is opened, as a phrase: "headers read".
  var openedWords: String { get }
  /// The bytes that opening takes.
  var openingBytes: Int64 { get }
}

extension SessionReport: PlayedReport {
  /// What opening takes, as a phrase.
  package var openingWords: String {
    let index = media.index.containerIndexes?.first?.range
    let readsIndex = media.index.openingReads.contains { index.map($0.overlaps) ?? false }
    return "connecting and reading the \(readsIndex ? "index" : "headers")"
  }

  /// What opening takes, whatever the file.
  package var openingFacts: String { "connecting and reading headers and index" }

  /// That it is opened, as a phrase.
  package var openedWords: String { "headers read" }

  /// The bytes that opening takes.
  package var openingBytes: Int64 { media.presentation.openingTraffic(by: policy).bytes }
}
