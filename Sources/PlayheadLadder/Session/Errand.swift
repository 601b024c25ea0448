import PlayheadModel

/// What a request of a running session is for, by numbers.
///
/// It has no references, as many are made and copied.
struct Errand: Hashable, Sendable {
  let content: Download.Content
  let lane: Int
  let level: Int
  /// The number of the segment, the initialization section, the index, the key or the manifest.
  let number: Int
  /// The first byte asked for, as an offset in its resource.
  let offset: Int64
  /// The offset after the last byte; `nil` for the rest.
  let endOffset: Int64?
  /// The bytes that it brings.
  var bytes: Int64
  /// Which copy of the level it is sent for; zero for the level itself.
  var copy = 0
  /// How it fails; `nil` if it does not.
  var fault: RequestFault.Answer?
  /// The wall time that its server takes to answer, besides the link's.
  var serverTime: WallTime = .zero
  /// Whether it is the rest of a response that comes in chunks, rather than a request.
  var continues = false
  /// Whether it is for a key that the multivariant playlist names, before a segment takes it.
  var isSessionKey = false
  /// Whether it is for a playlist that is loaded beside a segment that is left for it.
  var isBesideSegment = false
  /// Whether it is for a manifest that is loaded again, beside segments.
  let isReload: Bool

  /// Whether it is for something that no lane waits for to load on.
  var isBesideLanes: Bool { isReload || isSessionKey || isBesideSegment }

  init(
    _ content: Download.Content, lane: Int, level: Int = 0, number: Int = 0,
    for resource: borrowing LadderResource, isReload: Bool = false
  ) {
    self.content = content
    self.lane = lane
    self.level = level
    self.number = number
    offset = resource.range?.lowerBound ?? 0
    endOffset = resource.range?.upperBound
    bytes = resource.bytes
    fault = resource.failure
    self.isReload = isReload
  }

  /// The same for a segment that its server does not have, or not yet.
  func refused(in ladder: Ladder) -> Errand {
    Errand(
      content, lane: lane, level: level, number: number,
      for: LadderResource("", bytes: 0, range: resource(in: ladder).range))
  }

  /// The number of the segment in its level; `nil` for anything else.
  var segment: Int? { content == .segment ? number : nil }

  /// What it asks for in `ladder`.
  func subject(in ladder: Ladder) -> RequestSubject {
    let resource = resource(in: ladder)
    return RequestSubject(
      content, lane: lane, level: level, segment: segment,
      resource: resource.bytes == bytes
        ? resource
        : LadderResource(
          resource.name, bytes: bytes, range: resource.range, failing: resource.failure),
      copy: copy, fault: fault)
  }

  private func resource(in ladder: Ladder) -> LadderResource {
    if content == .manifest { return ladder.manifests[number] }
    return resource(in: ladder.lanes[lane].levels)
  }

  /// The bytes asked for of a lane with these levels.
  private func resource(in levels: [Level]) -> LadderResource {
    // Most are segments, and a whole level takes longer to copy than all else.
    if content == .segment, copy == 0 { return levels[level].segments[number].resource }
    let level = copy == 0 ? levels[level] : levels[level].copies[copy - 1]
    let resource: LadderResource? =
      switch content {
      case .manifest: nil
      case .playlist: level.playlist
      case .index: level.indexes[number]
      case .initialization: level.initializations[number]
      case .segment: level.segments[number].resource
      case .key: level.keys[number].resource
      }
    guard let resource else { preconditionFailure("a request for what the level does not have") }
    return resource
  }
}
