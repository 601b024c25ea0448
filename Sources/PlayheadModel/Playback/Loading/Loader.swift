/// A player's network side: sends its requests and computes when their bytes arrive.
///
/// The reads for opening the file come first, in order, then the media in reading order, from the
/// first byte needed at the playhead. Fetched bytes are not fetched again unless they are
/// discarded. A request starts at the first missing byte. A short way ahead within an open request
/// is read through; any other move is a new request.
///
/// Bytes are counted from where a request last began or resumed, so the position at any instant is
/// a closed form of the link and never a sum of roundings. Insignificant arrivals cost nothing: the
/// driver of the loader asks for the next significant one.
struct Loader: Sendable {
  private(set) var plan: LoadingPlan
  var log = RequestLog()
  /// The wall time with a request open and not blocked.
  var requestTime = RequestTime()
  /// Whether the link was switched, which changes what dropped requests waste.
  private var hasSwitchedLink = false
  /// The number of completed opening requests.
  var openingsOver = 0

  /// The places, or by the plan's map the positions, of the bytes that have arrived, except the
  /// latest of open requests.
  var cached = ReadRangeSet()
  /// The latest playhead aimed at, and the first byte needed to show it.
  var aim: (mediaTime: MediaTime, position: ReadPosition) = (.zero, .zero)
  /// The position before which nothing is kept.
  var keptFrom = ReadPosition.zero
  /// The end of the last missing byte before the aim.
  var runStart = ReadPosition.zero
  /// The first missing byte from the aim on when last looked for; the end of all wanted bytes if
  /// none was missing.
  var frontier = ReadPosition.zero
  /// The connection of the request that was sent or resumed last.
  var channel: Channel
  /// Further connections, the one used last first; of all requests one flows at a time.
  var otherChannels: [Channel] = []
  var isFinished = false
  /// Whether the open request sweeps through what is missing: ``findSweep()``.
  var isSweeping = false
  /// The bytes taken from requests, up to when one was last blocked.
  var received: Int64 = 0

  init(
    _ presentation: Presentation, link: NetworkLink, transport: Transport, policy: BufferingPolicy
  ) {
    plan = LoadingPlan(presentation, link: link, policy: policy)
    channel = Channel(connection: Connection(over: link, by: transport))
    otherChannels = Array(repeating: channel, count: plan.strategy.maximumRequests - 1)
    if isOpened { findFrontier() }
  }

  /// Loads over `other` from `wallTime` on, before which nothing will be asked again.
  mutating func switchLink(to other: NetworkLink, at wallTime: WallTime) {
    let link = link.followed(by: other, from: wallTime)
    plan = LoadingPlan(plan, link: link)
    hasSwitchedLink = true
    channel.switchLink(to: link, at: wallTime)
    for number in otherChannels.indices {
      otherChannels[number].switchLink(to: link, at: wallTime)
    }
    // Over a link that is dead nobody looks how many share it.
    shareLink(from: wallTime)
  }

  // MARK: Queries

  var presentation: Presentation { plan.presentation }
  var rendition: Rendition { plan.rendition }
  var media: WantedBytes { plan.rendition.wantedBytes }
  var link: NetworkLink { plan.link }
  var policy: BufferingPolicy { plan.policy }

  /// Whether there is never more than one request at a time.
  var isAlone: Bool { otherChannels.isEmpty }

  /// Whether what is loaded follows from how far a single request has come.
  var isDirect: Bool { isAlone && (plan.map == nil || isSweeping) }

  /// Whether the opening of the file is complete.
  var isOpened: Bool { openingsOver == plan.openings.count }

  var isFlowing: Bool {
    channel.request?.isFlowing ?? false
      || !otherChannels.isEmpty && otherChannels.contains { $0.request?.isFlowing ?? false }
  }

  /// All connections.
  var channels: [Channel] { [channel] + otherChannels }

  /// The position before which all bytes needed from the playhead on have arrived by `wallTime`.
  func position(at wallTime: WallTime) -> ReadPosition {
    if isSweeping, let place = channel.request?.position(at: wallTime) {
      return sweptPosition(at: place)
    }
    if let map = plan.map { return mappedPosition(map) { $0.position(at: wallTime) } }
    guard let position = channel.request?.flowPosition(at: wallTime) else { return frontier }
    return loadedPosition(at: position)
  }

  /// The position before which all bytes have arrived once the open request reaches `position`; of
  /// one that sweeps, this itself.
  func loadedPosition(at position: ReadPosition) -> ReadPosition {
    guard !isSweeping else { return position }
    // A completed request may be an opening request, far from the playhead.
    guard channel.request?.bringsMore ?? false else { return frontier }
    guard cached.end > position || needsExactPosition else { return max(frontier, position) }
    return max(frontier, media.firstMissing(from: position, besides: cached) ?? media.end)
  }

  /// How far the media is loaded from the playhead on by `wallTime`, if anything is.
  func loadedEnd(at wallTime: WallTime) -> MediaTime {
    plan.loading.end(at: position(at: wallTime))
  }

  /// The loaded range around the playhead by `wallTime`; `nil` if none.
  func loadedRange(at wallTime: WallTime) -> TimeRange? {
    isOpened ? plan.loadedRange(from: runStart, to: position(at: wallTime)) : nil
  }

  /// What is loaded around the playhead by `wallTime`, bytes aside.
  func contents(at wallTime: WallTime) -> BufferContents {
    var contents = plan.contents(from: runStart, to: position(at: wallTime))
    if !isOpened { contents.loaded = nil }
    return contents
  }

  /// What is loaded for the playhead of `model`, which moves on until `wallTime`.
  func contents(for model: PlayerGlance, at wallTime: WallTime) -> BufferContents {
    var contents = contents(at: wallTime)
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
    guard isOpened else { return BufferContents() }
    keep(at: wallTime)
    findSweep()
    let start = rendition.decoding.position(at: mediaTime)
    let position = firstMissing(from: start) ?? media.end
    let run = endOfMissing(before: start)
    var contents = plan.contents(from: run, to: position)
    if policy.countsBytes { contents.bytesAhead = bytes(from: mediaTime, to: position) }
    return contents
  }

  /// The bytes loaded by `wallTime` from the first one shown at `mediaTime` or later.
  func bytesAhead(of mediaTime: MediaTime, at wallTime: WallTime) -> Int64 {
    bytes(from: mediaTime, to: position(at: wallTime))
  }

  /// The bytes before `position` from the first one shown at `mediaTime` or later.
  private func bytes(from mediaTime: MediaTime, to position: ReadPosition) -> Int64 {
    max(0, position - rendition.firstByteToShow.position(at: mediaTime))
  }

  /// The playhead at which `bytes` more bytes have been shown than at `mediaTime`; `nil` if that
  /// never happens.
  func playhead(showing bytes: Int64, from mediaTime: MediaTime) -> MediaTime? {
    let firstByteToShow = rendition.firstByteToShow
    return firstByteToShow.time(reaching: firstByteToShow.position(at: mediaTime) + bytes)
  }

  /// The first playhead after `mediaTime` that needs fewer bytes to be decoded; `nil` if none does.
  func playheadNeedingLess(after mediaTime: MediaTime) -> MediaTime? {
    rendition.decoding.time(after: mediaTime)
  }

  /// The number of bytes from the first missing one to the end.
  func missingBytes(at wallTime: WallTime) -> Int64 { media.end - position(at: wallTime) }

  /// The same for another playhead.
  mutating func missingBytes(around mediaTime: MediaTime, at wallTime: WallTime) -> Int64 {
    keep(at: wallTime)
    findSweep()
    let start = rendition.decoding.position(at: mediaTime)
    return media.end - (firstMissing(from: start) ?? media.end)
  }

  // MARK: Traffic

  /// The traffic counts at `wallTime`.
  func totals(at wallTime: WallTime) -> TrafficTotals {
    let wasted = otherChannels.reduce(channel.waste.bytes(by: wallTime)) {
      $0 + $1.waste.bytes(by: wallTime)
    }
    let taken = otherChannels.reduce(received + channel.bytesReceived(by: wallTime)) {
      $0 + $1.bytesReceived(by: wallTime)
    }
    return TrafficTotals(
      bytesDownloaded: taken + wasted, bytesWasted: wasted, requestCount: log.requests.count,
      busyTime: requestTime.total(by: wallTime))
  }

  /// What became of every request by `wallTime`, as the session ends.
  func requests(at wallTime: WallTime) -> [MediaRequest] {
    var log = log
    for channel in channels {
      if let request = channel.request {
        log.receive(request, by: wallTime)
        let isComplete =
          request.position(at: wallTime) - request.position >= rest(of: request)
        log.end(
          request.number, isComplete ? .complete : request.isFlowing ? .open : .blocked, at: nil)
      }
      channel.waste.note(in: &log, by: wallTime)
    }
    return log.requests
  }

  /// The bytes wasted of each dropped request in the end, by its number; only with several
  /// connections or after a switch of the link, where it is not known as the request is dropped.
  var bytesWastedInTheEnd: [Int: Int64] {
    guard !isAlone || hasSwitchedLink else { return [:] }
    var log = log
    for channel in channels { channel.waste.note(in: &log, by: .bound) }
    return Dictionary(uniqueKeysWithValues: log.requests.map { ($0.number, $0.bytesWasted) })
  }

  /// The numbers of dropped requests of which bytes still arrive in vain at `wallTime`, so that how
  /// many may change; none if only one request at a time has the link.
  func unsettledDrops(at wallTime: WallTime) -> Set<Int> {
    guard !isAlone || hasSwitchedLink else { return [] }
    return Set(channels.flatMap { $0.waste.unsettled(at: wallTime) })
  }

  /// Whether bytes are counted, so that gaps between wanted bytes matter.
  var needsExactPosition: Bool {
    policy.countsBytes || policy.parameters.tracks.hasInputQueue
      || channel.request?.nextMeasurement != nil
  }
}

extension Loader {
  /// The connection of a number, from zero.
  subscript(number: Int) -> Channel {
    number == 0 ? channel : otherChannels[number - 1]
  }

  /// Has `body` work on the connection of this number.
  mutating func withChannel<Result>(
    _ number: Int, _ body: (inout Loader) -> Result
  ) -> Result {
    guard number > 0 else { return body(&self) }
    swap(&channel, &otherChannels[number - 1])
    defer { swap(&channel, &otherChannels[number - 1]) }
    return body(&self)
  }
}
