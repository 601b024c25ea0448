import PlayheadFiles
import PlayheadLadder
import PlayheadModel

/// The documents of a manifest that were loaded, each once.
struct LoadedDocuments {
  private(set) var documents: [ManifestDocument]

  /// Those of a manifest whose first document is at `location`.
  init(first contents: [UInt8], at location: ManifestLocation) {
    let name = location.text.prefix { !"?#".contains($0) }.split(separator: "/").last ?? ""
    documents = [
      ManifestDocument(
        reference: ManifestReference(name: String(name), location: location),
        bytes: Int64(contents.count))
    ]
  }

  /// Loads `reference` for the level at `place`.
  ///
  /// - Returns: its bytes.
  mutating func load<LoadError>(
    _ reference: ManifestReference, for place: ManifestDocument.Place,
    with load: (ManifestReference) throws(LoadError) -> [UInt8]
  ) throws(ManifestReadingError<LoadError>) -> [UInt8] {
    let contents: [UInt8]
    do throws(LoadError) {
      contents = try load(reference)
    } catch {
      throw .unreadable(reference, error)
    }
    try ManifestReadingError<LoadError>.wrapping { () throws(ManifestError) in
      try Self.check(contents, at: reference.location)
    }
    documents.append(
      ManifestDocument(reference: reference, bytes: Int64(contents.count), levels: [place]))
    return contents
  }

  /// Notes that the document at `reference` belongs to the level at `place` as well.
  mutating func share(_ reference: ManifestReference, with place: ManifestDocument.Place) {
    guard
      let number = documents.firstIndex(where: {
        $0.reference.location == reference.location && $0.reference.range == reference.range
      })
    else { return }
    documents[number].levels.append(place)
  }

  /// Refuses a document that is too large.
  static func check(
    _ contents: [UInt8], at location: ManifestLocation
  ) throws(ManifestError) {
    guard contents.count > ManifestLimits.documentBytes else { return }
    throw ManifestProblems(of: location).refusal(
      ManifestProblem("the document has more than \(ManifestLimits.documentBytes >> 20) MiB"))
  }
}

extension ManifestReadingError {
  /// What `body` returns, with its mistakes as an error of reading.
  static func wrapping<Value>(
    _ body: () throws(ManifestError) -> Value
  ) throws(ManifestReadingError) -> Value {
    do {
      return try body()
    } catch {
      throw .malformed(error)
    }
  }
}

extension ManifestReadingError {
  /// What players meet of a document at `reference` that could not be read for this; `nil` if they
  /// do not meet it.
  func lack(
    of reference: ManifestReference, _ failing: (LoadError) -> RequestFault.Answer?
  ) -> ManifestLack? {
    let what = reference.range == nil ? "its playlist" : "its segment index"
    switch self {
    case .unreadable(_, let error):
      return failing(error).map { answer in
        ManifestLack(
          reference: reference, answer: answer,
          reason: answer == .status(404)
            ? "\(what) is missing: \(error)" : "\(what) cannot be had: \(error)")
      }
    case .malformed(let error):
      guard !error.problems.allSatisfy(\.isUnsupported) else { return nil }
      let problem = error.problems.first.map { ShownAddress.hiding(in: $0.description) } ?? ""
      return ManifestLack(
        reference: reference, answer: .unreadable,
        reason: "\(what) cannot be read: \(problem)")
    }
  }
}
