/// A player's network side: loads the lanes of a presentation side by side over one link.
///
/// Several requests at once share the link equally; see ``SharedLink``. Media is loaded where all
/// lanes have loaded it.
struct Loader: Sendable {
  private(set) var plan: LoadingPlan
  /// Whether there is one lane, and never more than one request at a time.
  let isAlone: Bool
  /// The first lane, which for a file is the only one, and is held apart to be as fast.
  var lane: LaneLoader
  var otherLanes: [LaneLoader]
  var log = RequestLog()
  /// The wall time with a request open and not blocked, in any lane.
  var requestTime = RequestTime()
  /// The flags of the path when it was last judged which of several lanes are full.
  var judgedPath: PathFlags = []
  /// Whether the link was switched, which changes what dropped requests waste.
  private var hasSwitchedLink = false

  init(
    _ presentation: Presentation, link: NetworkLink, transport: Transport, policy: BufferingPolicy
  ) {
    precondition(
      presentation.lanes.count <= SharedLink.maximumFlows, "more lanes than a link can serve")
    plan = LoadingPlan(presentation, link: link, policy: policy)
    var lanes = presentation.lanes.map {
      LaneLoader(
        LanePlan(
          $0, of: presentation.lanes.count, duration: presentation.duration,
          resourceSizes: presentation.resourceSizes, link: link, policy: policy),
        by: transport)
    }
    lane = lanes.removeFirst()
    otherLanes = lanes
    let strategy = lane.plan.strategy
    isAlone = lanes.isEmpty && !strategy.takesSegments && strategy.maximumRequests == 1
  }

  /// Loads over `other` from `wallTime` on, before which nothing will be asked again.
  mutating func switchLink(to other: NetworkLink, at wallTime: WallTime) {
    let link = link.followed(by: other, from: wallTime)
    plan = LoadingPlan(plan, link: link)
    hasSwitchedLink = true
    lane.switchLink(to: link, at: wallTime)
    for number in otherLanes.indices { otherLanes[number].switchLink(to: link, at: wallTime) }
    // Over a link that is dead nobody looks how many share it.
    shareLink(from: wallTime)
  }

  // MARK: Queries

  var presentation: Presentation { plan.presentation }
  var link: NetworkLink { plan.link }
  var policy: BufferingPolicy { plan.policy }

  /// All lanes, in order.
  var lanes: [LaneLoader] { [lane] + otherLanes }

  /// Whether what is loaded follows from how far a single request has come.
  var isDirect: Bool { isAlone && lane.isDirect }

  /// Whether every lane is opened.
  var isOpened: Bool { lane.isOpened && otherLanes.allSatisfy(\.isOpened) }

  /// Whether everything wanted from the aim on has arrived.
  var isFinished: Bool { lane.isFinished && otherLanes.allSatisfy(\.isFinished) }

  var isFlowing: Bool { lane.isFlowing || otherLanes.contains(where: \.isFlowing) }

  /// The requests that open all lanes.
  var openings: [ByteRange] { lanes.flatMap(\.plan.openings) }

  /// The loaded range around the playhead by `wallTime`; `nil` if none.
  func loadedRange(at wallTime: WallTime) -> TimeRange? {
    guard !isAlone else { return lane.loadedRange(at: wallTime) }
    return common { $0.loadedRange(at: wallTime) }
  }

  /// How far the media is loaded from the playhead on by `wallTime`, if anything is.
  func loadedEnd(at wallTime: WallTime) -> MediaTime {
    otherLanes.reduce(lane.loadedEnd(at: wallTime)) { min($0, $1.loadedEnd(at: wallTime)) }
  }

  /// What is loaded for the playhead of `model`, which moves on until `wallTime`.
  func contents(for model: PlayerGlance, at wallTime: WallTime) -> BufferContents {
    var contents = lane.contents(at: wallTime)
    for number in otherLanes.indices {
      contents = contents.together(with: otherLanes[number].contents(at: wallTime))
    }
    guard policy.countsBytes else { return contents }
    var loadedEnd = model.loadedEnd
    if let loaded = contents.loaded, loaded.contains(model.currentTime) {
      loadedEnd = max(loadedEnd, loaded.end)
    }
    let playhead = model.playhead(at: wallTime, loadedUpTo: loadedEnd)
    contents.bytesAhead = bytesAhead(of: playhead, at: wallTime)
    return contents
  }

  /// What is loaded for another playhead.
  mutating func contents(around mediaTime: MediaTime, at wallTime: WallTime) -> BufferContents {
    guard !isAlone else { return lane.contents(around: mediaTime, at: wallTime) }
    guard isOpened else { return BufferContents() }
    var contents = lane.contents(around: mediaTime, at: wallTime)
    for number in otherLanes.indices {
      contents = contents.together(
        with: otherLanes[number].contents(around: mediaTime, at: wallTime))
    }
    return contents
  }

  /// The bytes loaded by `wallTime` from the first one shown at `mediaTime` or later.
  func bytesAhead(of mediaTime: MediaTime, at wallTime: WallTime) -> Int64 {
    func bytes(_ lane: LaneLoader) -> Int64 {
      lane.bytes(from: mediaTime, to: lane.position(at: wallTime))
    }
    return otherLanes.reduce(bytes(lane)) { $0 + bytes($1) }
  }

  /// The playhead, from `mediaTime` on, at which `bytes` more bytes have been shown than there;
  /// `nil` if that never happens.
  func playhead(showing bytes: Int64, from mediaTime: MediaTime) -> MediaTime? {
    guard !isAlone else {
      let firstByteToShow = lane.rendition.firstByteToShow
      return firstByteToShow.time(reaching: firstByteToShow.position(at: mediaTime) + bytes)
    }
    guard bytes > 0 else { return mediaTime }
    func shown(at time: MediaTime) -> Int64 {
      otherLanes.reduce(lane.rendition.firstByteToShow.position(at: time).bytes) {
        $0 + $1.rendition.firstByteToShow.position(at: time).bytes
      }
    }
    let wanted = shown(at: mediaTime) + bytes
    return MediaTime.first(from: mediaTime, to: presentation.duration) { shown(at: $0) >= wanted }
  }

  /// The first playhead after `mediaTime` that needs fewer bytes to be decoded; `nil` if none does.
  func playheadNeedingLess(after mediaTime: MediaTime) -> MediaTime? {
    guard !isAlone else { return lane.rendition.decoding.time(after: mediaTime) }
    return lanes.compactMap { $0.rendition.decoding.time(after: mediaTime) }.min()
  }

  /// The number of bytes from the first missing one of each lane to its end.
  func missingBytes(at wallTime: WallTime) -> Int64 {
    otherLanes.reduce(lane.missingBytes(at: wallTime)) { $0 + $1.missingBytes(at: wallTime) }
  }

  /// The same for another playhead.
  mutating func missingBytes(around mediaTime: MediaTime, at wallTime: WallTime) -> Int64 {
    var bytes = lane.missingBytes(around: mediaTime, at: wallTime)
    for number in otherLanes.indices {
      bytes += otherLanes[number].missingBytes(around: mediaTime, at: wallTime)
    }
    return bytes
  }

  /// The traffic counts at `wallTime`.
  func totals(at wallTime: WallTime) -> TrafficTotals {
    var totals = TrafficTotals(
      bytesDownloaded: 0, bytesWasted: 0, requestCount: log.requests.count,
      busyTime: requestTime.total(by: wallTime))
    func add(_ lane: LaneLoader) {
      let wasted = lane.bytesWasted(by: wallTime)
      totals.bytesDownloaded += lane.bytesReceived(by: wallTime) + wasted
      totals.bytesWasted += wasted
    }
    add(lane)
    for lane in otherLanes { add(lane) }
    return totals
  }

  /// What became of every request by `wallTime`, as the session ends.
  func requests(at wallTime: WallTime) -> [MediaRequest] {
    var log = log
    for lane in lanes { lane.finish(&log, at: wallTime) }
    return log.requests
  }

  /// The bytes wasted of each dropped request in the end, by its number; only with several lanes or
  /// after a switch of the link, where it is not known as the request is dropped.
  var bytesWastedInTheEnd: [Int: Int64] {
    guard !isAlone || hasSwitchedLink else { return [:] }
    var log = log
    for channel in lanes.flatMap(\.channels) { channel.waste.note(in: &log, by: .bound) }
    return Dictionary(uniqueKeysWithValues: log.requests.map { ($0.number, $0.bytesWasted) })
  }

  /// The numbers of dropped requests of which bytes still arrive in vain at `wallTime`, so that how
  /// many may change; none if only one request at a time has the link.
  func unsettledDrops(at wallTime: WallTime) -> Set<Int> {
    guard !isAlone || hasSwitchedLink else { return [] }
    return Set(lanes.flatMap(\.channels).flatMap { $0.waste.unsettled(at: wallTime) })
  }

  /// The time range that all lanes have; `nil` if there is none.
  private func common(_ range: (LaneLoader) -> TimeRange?) -> TimeRange? {
    var common = range(lane)
    for lane in otherLanes {
      common = common.flatMap { one in range(lane).flatMap { one.intersection($0) } }
    }
    return common
  }
}

extension BufferContents {
  /// What is loaded of two lanes, of which both are needed.
  fileprivate func together(with other: BufferContents) -> BufferContents {
    var both = BufferContents(
      loaded: loaded.flatMap { one in other.loaded.flatMap { one.intersection($0) } },
      trackEnds: trackEnds.completed(by: other.trackEnds),
      decodedEnds: decodedEnds.completed(by: other.decodedEnds),
      bytesAhead: bytesAhead + other.bytesAhead)
    both.lowInputEnds = lowInputEnds.completed(by: other.lowInputEnds)
    both.highInputEnds = highInputEnds.completed(by: other.highInputEnds)
    return both
  }
}

/// The constants of a loader: its media, link and rules.
final class LoadingPlan: Sendable {
  let presentation: Presentation
  let link: NetworkLink
  let policy: BufferingPolicy

  init(_ presentation: Presentation, link: NetworkLink, policy: BufferingPolicy) {
    self.presentation = presentation
    self.link = link
    self.policy = policy
  }

  /// `plan` over another link.
  init(_ plan: LoadingPlan, link: NetworkLink) {
    presentation = plan.presentation
    self.link = link
    policy = plan.policy
  }
}
