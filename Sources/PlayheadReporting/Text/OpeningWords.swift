import PlayheadModel

extension SessionReport {
  /// What opening takes, as a phrase: "connecting and reading the index".
  var openingWords: String {
    guard let file else { return openingFacts }
    let index = file.index.containerIndexes?.first?.range
    let readsIndex = file.index.openingReads.contains { index.map($0.overlaps) ?? false }
    return "connecting and reading the \(readsIndex ? "index" : "headers")"
  }

  /// What opening takes, whatever the file: "connecting and reading headers and index".
  var openingFacts: String {
    "connecting and reading \(file == nil ? "the manifest" : "headers and index")"
  }

  /// That it is opened, as a phrase.
  var openedWords: String { file == nil ? "manifest read" : "headers read" }

  /// The bytes that opening takes.
  var openingBytes: Int64 {
    file?.presentation.openingTraffic(by: policy).bytes
      ?? adaptation?.ladder.manifests.reduce(0) { $0 + $1.bytes } ?? 0
  }
}
