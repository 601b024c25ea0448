package import PlayheadLadder
package import PlayheadModel

/// What one level of a ladder needs to play without a stall, with the audio that plays with it.
///
/// The bounds are of a player that stays at the level, sends one request after the other over one
/// connection in the order in which they are needed, never stops loading, and appends whole
/// segments. A player that loads video and audio side by side shares out the same bytes; one that
/// plays parts of segments can do with less. The time that a licence server takes is left out.
package struct LevelRequirements: Hashable, Sendable {
  /// The number of the level of the first lane.
  package let level: Int
  /// The number of the level of audio apart that plays with it; `nil` without.
  package let audioLevel: Int?
  /// Whether the segments are known, without which nothing is known of what they need.
  package let isKnown: Bool
  /// The bytes of all requests.
  package let bytes: Int64
  /// The number of requests.
  package let requestCount: Int
  /// The minimum constant rate with the startup delay that was asked for.
  package let minimumRate: RateBound
  /// The minimum startup delay over a network; `nil` if none was asked for.
  package let startup: StartupBound?

  /// The requirements of `level` of `ladder`.
  ///
  /// - Parameters:
  ///   - level: the number of a level of the first lane.
  ///   - ladder: the ladder.
  ///   - startup: the startup delay that a minimum rate is wanted for, in wall time.
  ///   - latency: the wall time from each request to its first byte at that rate.
  ///   - link: the network that a minimum startup delay is wanted for; `nil` for none.
  ///   - transport: how that network's rate reaches a request.
  /// - Precondition: `latency` is not negative and within `WallTime.bound`.
  package init(
    of level: Int, in ladder: Ladder, startup: WallTime, latency: WallTime = .zero,
    over link: NetworkLink? = nil, by transport: Transport = .fluid
  ) {
    let plan = LevelDownload(of: level, in: ladder)
    self.level = level
    audioLevel = plan.audioLevel
    isKnown = plan.isKnown
    bytes = plan.sizes.reduce(0, +)
    requestCount = plan.sizes.count
    let needed = plan.needed
    minimumRate = RateCurve(needed, latency: latency).bound(startup: startup)
    self.startup = link.map { StartupBound(needed, over: $0, by: transport) }
  }
}

/// The requests of a level in the order in which they are needed, and by when each is.
struct LevelDownload {
  let audioLevel: Int?
  let isKnown: Bool
  /// The bytes of each request, in order.
  private(set) var sizes: [Int64] = []
  private var deadlines: [NeededBytes.Deadline] = []
  private let duration: MediaTime

  init(of number: Int, in ladder: Ladder) {
    let video = ladder.lanes[0].levels[number]
    var levels = [video]
    audioLevel = ladder.lanes.count > 1 ? video.audioLevel ?? 0 : nil
    if let audioLevel { levels.append(ladder.lanes[1].levels[audioLevel]) }
    isKnown = !levels.contains(where: \.hasUnknownSegments)
    duration = ladder.duration
    for manifest in ladder.manifests { sizes.append(manifest.bytes) }
    for level in levels {
      if let playlist = level.playlist { sizes.append(playlist.bytes) }
      for index in level.indexes { sizes.append(index.bytes) }
    }
    load(levels)
  }

  /// Adds the requests for the segments of `levels`, those that begin first first.
  private mutating func load(_ levels: [Level]) {
    let order = levels.indices.flatMap { lane in
      levels[lane].segments.indices.map { (lane: lane, segment: $0) }
    }.sorted { one, other in
      let starts = [one, other].map { levels[$0.lane].segments[$0.segment].declared.start }
      return (starts[0], one.lane, one.segment) < (starts[1], other.lane, other.segment)
    }
    var downloaded = sizes.reduce(0, +)
    var ends = [MediaTime](repeating: .zero, count: levels.count)
    var initializations = [Int?](repeating: nil, count: levels.count)
    var keys = [Set<Int>](repeating: [], count: levels.count)
    var loaded = MediaTime.zero
    func request(_ bytes: Int64) {
      sizes.append(bytes)
      downloaded += bytes
    }
    for (lane, number) in order {
      let segment = levels[lane].segments[number]
      if let key = segment.key, keys[lane].insert(key).inserted {
        request(levels[lane].keys[key].resource.bytes)
      }
      if let place = segment.initialization, initializations[lane] != place {
        request(levels[lane].initializations[place].bytes)
        initializations[lane] = place
      }
      // A gap is never fetched.
      if !segment.isGap { request(segment.resource.bytes) }
      ends[lane] = max(ends[lane], segment.shown.end, segment.declared.end)
      let end = min(ends.min() ?? .zero, duration)
      guard end > loaded else { continue }
      deadlines.append(
        NeededBytes.Deadline(
          time: loaded, loadedEnd: end, position: ReadPosition.zero + downloaded,
          place: sizes.isEmpty
            ? .start
            : StraightDownload.Place(request: sizes.count - 1, bytes: sizes[sizes.count - 1]),
          downloaded: downloaded))
      loaded = end
    }
  }

  /// What playback of the level needs, by when.
  var needed: NeededBytes {
    NeededBytes(
      StraightDownload(ofResources: sizes), deadlines: deadlines, duration: duration)
  }
}
