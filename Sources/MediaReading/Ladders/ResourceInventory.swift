import PlayheadKit
import PlayheadManifests

/// What there is of what a manifest names, each looked for once: sizes, and what is missing.
struct ResourceInventory {
  private let documents: LadderDocuments
  /// How many segments the manifest has at URLs.
  private let segmentCount: Int
  private let onProgress: @Sendable (ReadingProgress) -> Void
  /// The states of files and resources, by location; `nil` for one that is missing.
  private(set) var states: [ManifestLocation: ResourceState?] = [:]
  /// How many segments at URLs were sized.
  private var sizedCount: Int64 = 0
  /// The bytes of all resources of levels so far.
  private var totalBytes: Int64 = 0
  /// What a server says of what it refuses.
  private var refusals: [ManifestLocation: String] = [:]

  init(
    _ documents: LadderDocuments, segmentCount: Int,
    onProgress: @escaping @Sendable (ReadingProgress) -> Void
  ) {
    self.documents = documents
    self.segmentCount = segmentCount
    self.onProgress = onProgress
  }

  /// What is called `name`, which has so many bytes.
  mutating func counted(
    _ name: String, _ bytes: Int64
  ) throws(MediaReadingError) -> LadderResource {
    try counted(ManifestReference(name: name, location: .file("")), bytes)
  }

  /// What `reference` names, with its size; `nil` if it is missing, or ends before the range does.
  mutating func resource(
    _ reference: ManifestReference
  ) throws(MediaReadingError) -> LadderResource? {
    guard let state = try state(of: reference.location) else { return nil }
    let range = reference.range
    // Of a server that tells no size, a range may be there.
    if let range, let size = state.bytes, range.upperBound > size { return nil }
    guard let bytes = range?.count ?? state.bytes else { return nil }
    return try counted(reference, bytes)
  }

  /// What `reference` names, which has so many bytes.
  mutating func counted(
    _ reference: ManifestReference, _ bytes: Int64
  ) throws(MediaReadingError) -> LadderResource {
    guard bytes <= ManifestLimits.allBytes - totalBytes else {
      throw .notMedia(name: documents.name, reason: "its segments have more than 1 PiB in all")
    }
    totalBytes += bytes
    return LadderResource(reference.name, bytes: bytes, range: reference.range)
  }

  /// The range that `reference` names, as far as the file goes; `nil` if it is missing.
  mutating func part(
    _ reference: ManifestReference
  ) throws(MediaReadingError) -> LadderResource? {
    guard let range = reference.range, let size = try state(of: reference.location)?.bytes
    else { return try resource(reference) }
    guard range.lowerBound < size else { return nil }
    return try resource(
      ManifestReference(
        name: reference.name, location: reference.location,
        range: ByteRange(range.lowerBound, min(range.upperBound, size))))
  }

  /// The state of what lies at `location`, which is asked for once.
  mutating func state(
    of location: ManifestLocation
  ) throws(MediaReadingError) -> ResourceState? {
    if let known = states[location] { return known }
    var state: ResourceState?
    do {
      state = try documents.state(of: location)
    } catch {
      guard let refusal = error.refusal else { throw error }
      refusals[location] = refusal
    }
    states[location] = .some(state)
    if case .url = location {
      sizedCount += 1
      onProgress(
        ReadingProgress(
          phase: .sizing, completed: sizedCount,
          total: max(sizedCount, Int64(segmentCount))))
    }
    return state
  }

  /// What is lacking of what `reference` names, which was looked for and is not there.
  func lack(of reference: ManifestReference) -> String {
    let (name, range) = (reference.name, reference.range)
    let size = (states[reference.location] ?? nil)?.bytes
    if let refusal = refusals[reference.location] { return "\(name) is refused: \(refusal)" }
    return size == nil || range == nil
      ? "\(name) is missing" : "\(name) ends before byte \(range?.upperBound ?? 0)"
  }
}

extension MediaReadingError {
  /// What a server says that refuses a resource as a client's mistake, and would a player's; `nil`
  /// of anything else.
  fileprivate var refusal: String? {
    // These ask for another attempt.
    guard case .download(_, let error) = self, case .status(let status, _) = error,
      400..<500 ~= status, ![408, 425, 429].contains(status)
    else { return nil }
    return error.description
  }
}
