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
  /// How requests for what cannot be had fail, and what is said of that.
  private var failures: [ManifestLocation: (answer: RequestFault.Answer, words: String)] = [:]
  /// How many of them were asked for more than once.
  private var retriedCount = 0
  /// After so many, what is asked for and fails is not asked for again: its server is at fault.
  private static let maximumRetried = 3

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
      state = try documents.state(
        of: location, retries: retriedCount < Self.maximumRetried)
    } catch {
      guard let answer = error.answer, case .download(_, let cause) = error else { throw error }
      failures[location] = (answer, cause.description)
      if answer.asksAgain { retriedCount += 1 }
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
    if let failure = failures[reference.location] {
      let verb = failure.answer.asksAgain ? "cannot be had" : "is refused"
      return "\(name) \(verb): \(failure.words)"
    }
    return size == nil || range == nil
      ? "\(name) is missing" : "\(name) ends before byte \(range?.upperBound ?? 0)"
  }

  /// How each request for a segment fails that was looked for and is not there; `nil` if it is
  /// merely missing.
  func failure(of reference: ManifestReference) -> RequestFault.Answer? {
    failures[reference.location].map(\.answer).flatMap { $0.asksAgain ? $0 : nil }
  }

  /// What is called as `reference` is, which was looked for and is not there, or not all of it.
  func missing(_ reference: ManifestReference) -> LadderResource {
    LadderResource(
      reference.name, bytes: 0, range: reference.range,
      failing: failures[reference.location]?.answer ?? .status(404))
  }
}

extension RequestFault.Answer {
  /// Whether another attempt may fare better: not of what a server says it has not.
  fileprivate var asksAgain: Bool {
    guard case .status(let status) = self else { return true }
    return status >= 500 || [408, 425, 429].contains(status)
  }
}
