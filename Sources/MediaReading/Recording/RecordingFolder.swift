public import PlayheadKit
package import PlayheadManifests

/// The folder of a recording, as far as its journal's name goes.
public struct RecordingFolder: Hashable, Sendable {
  /// The path, without a slash at its end.
  public let path: String

  /// The folder at `location`, or that of the journal at `location`; `nil` if there is no journal.
  public init?(at location: String) {
    guard !location.isWebURL, !location.isEmpty else { return nil }
    var path = location
    while path.hasSuffix("/"), path.count > 1 { path.removeLast() }
    let journal = RecordingJournal.name
    if path == journal {
      path = "."
    } else if path.hasSuffix("/" + journal) {
      path.removeLast(journal.utf8.count + 1)
    }
    guard FileIdentity(regularFileAt: "\(path)/\(journal)") != nil else { return nil }
    self.path = path
  }

  /// The path of its journal.
  package var journal: String { "\(path)/\(RecordingJournal.name)" }

  /// HLS or DASH, by the first document that was recorded; `nil` if there is none.
  public var format: Ladder.Format? {
    guard let bytes = WholeFile.beginning(of: journal, count: 1 << 20),
      let journal = try? RecordingJournal(bytes),
      let file = journal.responses.first(where: { $0.role == .manifest && $0.file != nil })?.file,
      let head = WholeFile.beginning(of: "\(path)/\(file)", count: 64 << 10)
    else { return nil }
    return Ladder.Format(detecting: head)
  }

  /// What is recorded.
  ///
  /// - Throws: ``MediaReadingError`` if it cannot be read.
  package func event() throws(MediaReadingError) -> RecordedEvent {
    let bytes: [UInt8]
    do throws(FileReadError) {
      bytes = try WholeFile.read(journal, atMost: RecordingJournal.maximumBytes)
    } catch {
      throw .unreadable(name: journal, reason: error.reason)
    }
    do throws(RecordingError) {
      return try RecordedEvent(try RecordingJournal(bytes)) { file in
        try? WholeFile.read("\(path)/\(file)", atMost: LadderDocuments.maximumBytes)
      }
    } catch {
      throw .notMedia(name: journal, reason: "line \(error.line): \(error.problem)")
    }
  }
}
