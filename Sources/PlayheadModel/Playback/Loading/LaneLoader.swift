/// Loads one lane: sends its requests and computes when their bytes arrive.
///
/// The reads for opening its first resource come first, in order, then the media in reading order,
/// from the first byte needed at the playhead. Fetched bytes are not fetched again unless they are
/// discarded. A request starts at the first missing byte. A short way ahead within an open request
/// is read through; any other move is a new request.
///
/// Bytes are counted from where a request last began or resumed, so the position at any instant is
/// a closed form of the link and never a sum of roundings. Insignificant arrivals cost nothing: the
/// driver of the loader asks for the next significant one.
struct LaneLoader: Sendable {
  private(set) var plan: LanePlan
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
  /// Further connections; where one request flows at a time, the one used last comes first.
  var otherChannels: [Channel] = []
  var isFinished = false
  /// Whether it is one of several lanes, and has loaded enough for now.
  var isFull = false
  /// When the player last checked whether to stop loading, if it is one of several lanes.
  var latestCheckpoint: WallTime?
  /// Whether the open request sweeps through what is missing: ``findSweep()``.
  var isSweeping = false
  /// The bytes taken from requests, up to when one was last blocked.
  var received: Int64 = 0

  init(_ plan: LanePlan, by transport: Transport) {
    self.plan = plan
    channel = Channel(connection: Connection(over: plan.link, by: transport))
    otherChannels = Array(repeating: channel, count: plan.strategy.maximumRequests - 1)
    if isOpened { findFrontier() }
  }

  /// Loads over `link`, which is the same up to `wallTime`.
  mutating func switchLink(to link: NetworkLink, at wallTime: WallTime) {
    plan = LanePlan(plan, link: link)
    channel.switchLink(to: link, at: wallTime)
    for number in otherChannels.indices {
      otherChannels[number].switchLink(to: link, at: wallTime)
    }
  }

  /// Whether what is loaded follows from how far the latest request has come.
  var isDirect: Bool { plan.map == nil || isSweeping }

  // MARK: Queries

  var rendition: Rendition { plan.rendition }
  var media: WantedBytes { plan.rendition.wantedBytes }
  var link: NetworkLink { plan.link }
  var policy: BufferingPolicy { plan.policy }

  /// Whether the opening of the first resource is complete.
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

  /// What is loaded around the playhead by `wallTime`, bytes aside.
  func contents(at wallTime: WallTime) -> BufferContents {
    var contents = plan.contents(from: runStart, to: position(at: wallTime))
    if !isOpened { contents.loaded = nil }
    return contents
  }

  /// The loaded range around the playhead by `wallTime`; `nil` if none.
  func loadedRange(at wallTime: WallTime) -> TimeRange? {
    isOpened ? plan.loadedRange(from: runStart, to: position(at: wallTime)) : nil
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

  /// The bytes before `position` from the first one shown at `mediaTime` or later.
  func bytes(from mediaTime: MediaTime, to position: ReadPosition) -> Int64 {
    max(0, position - rendition.firstByteToShow.position(at: mediaTime))
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

  /// Completes `log` with what became of the lane's requests by `wallTime`, as the session ends.
  func finish(_ log: inout RequestLog, at wallTime: WallTime) {
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
  }

  /// The bytes that have arrived by `wallTime` and are not wasted.
  func bytesReceived(by wallTime: WallTime) -> Int64 {
    otherChannels.reduce(received + channel.bytesReceived(by: wallTime)) {
      $0 + $1.bytesReceived(by: wallTime)
    }
  }

  /// The bytes that have arrived by `wallTime` in vain.
  func bytesWasted(by wallTime: WallTime) -> Int64 {
    otherChannels.reduce(channel.waste.bytes(by: wallTime)) { $0 + $1.waste.bytes(by: wallTime) }
  }

  /// Whether bytes are counted, so that gaps between wanted bytes matter.
  var needsExactPosition: Bool {
    policy.countsBytes || policy.parameters.tracks.hasInputQueue
      || channel.request?.nextMeasurement != nil
  }
}

extension LaneLoader {
  /// The connection of a number, from zero.
  subscript(number: Int) -> Channel {
    get { number == 0 ? channel : otherChannels[number - 1] }
    set { if number == 0 { channel = newValue } else { otherChannels[number - 1] = newValue } }
  }

  /// Has `body` work on the connection of this number.
  mutating func withChannel<Result>(
    _ number: Int, _ body: (inout LaneLoader) -> Result
  ) -> Result {
    guard number > 0 else { return body(&self) }
    swap(&channel, &otherChannels[number - 1])
    defer { swap(&channel, &otherChannels[number - 1]) }
    return body(&self)
  }
}
