import PlayheadModel

/// So many bytes of the request in flight on a connection.
struct LadderPart {
  var channel: Int
  var bytes: Int64
}

/// The requests of a player of ladders: those in flight, over connections that share a link, and
/// what became of all.
struct LadderTraffic: Sendable {
  private let link: NetworkLink
  private var channels: [LadderChannel]
  private var log = RequestLog()
  /// What each of them is for.
  private var errands: [Errand] = []
  /// The number of requests in flight.
  private var runningCount = 0
  private var requestTime = RequestTime()
  /// The requests that the latest look found complete, in the order of their numbers.
  private(set) var finished: [RunningRequest] = []
  private var received: Int64 = 0

  /// When the only connection's latest request was complete, and what is left of that nanosecond.
  private var latestArrival: (time: WallTime, credit: SendingCredit?)?

  /// No requests yet, of about `count` in the end, over as many as `connections` at once.
  init(over link: NetworkLink, by transport: Transport, connections: Int, expecting count: Int) {
    log.reserve(count)
    errands.reserveCapacity(count)
    self.link = link
    channels = (0..<connections).map { _ in
      LadderChannel(over: link, by: transport)
    }
  }

  /// The request in flight on a connection; `nil` if it is free.
  @inline(__always)
  func running(on channel: Int) -> RunningRequest? { channels[channel].running }

  /// What the request in flight on a connection is for; `nil` if it is free.
  func errand(on channel: Int) -> Errand? { channels[channel].running.map { errand(of: $0) } }

  /// Whether a segment of a lane is in flight on a connection.
  @inline(__always)
  func isLoadingSegment(of lane: Int, on channel: Int) -> Bool {
    guard let number = channels[channel].running?.number else { return false }
    return errands[number - 1].lane == lane && errands[number - 1].content == .segment
  }

  /// What a request is or was for.
  @inline(__always)
  func errand(of request: RunningRequest) -> Errand { errands[request.number - 1] }

  /// The bytes that have come by `wallTime` of the request in flight on a connection.
  ///
  /// To ask the connection itself would copy it, not only its flow.
  @inline(__always)
  func bytes(on channel: Int, by wallTime: WallTime) -> Int64 {
    channels[channel].flow.bytes(of: channels[channel].running, by: wallTime)
  }

  /// When `bytes` have come of the request in flight on a connection; `nil` if that never happens.
  ///
  /// To ask the connection itself would copy it, not only its flow.
  @inline(__always)
  func arrival(of bytes: Int64, on channel: Int) -> WallTime? {
    channels[channel].flow.arrival(of: bytes, of: channels[channel].running)
  }

  /// Whether a request of a lane is in flight, for anything but what is loaded beside all lanes.
  func isRunning(lane: Int) -> Bool {
    isWaiting && channels.indices.contains { isRunning(lane: lane, on: $0) }
  }

  /// The same on one connection.
  func isRunning(lane: Int, on channel: Int) -> Bool {
    errand(on: channel).map { $0.lane == lane && !$0.isBesideLanes } ?? false
  }

  /// The numbers of all connections.
  var channelNumbers: Range<Int> { channels.indices }

  /// The number of the request that was sent last; zero before the first.
  var latestNumber: Int { errands.count }

  /// Whether any request is in flight.
  var isWaiting: Bool { runningCount > 0 }

  /// Whether as many connections have a request in flight as are counted.
  var isConsistent: Bool {
    var count = 0
    for channel in channels where channel.running != nil { count += 1 }
    return count == runningCount
  }

  /// Whether no request is in flight on a connection.
  func isFree(_ channel: Int) -> Bool { channels[channel].running == nil }

  /// The downloads that are running at `wallTime`, in the order of their requests.
  func openDownloads(of ladder: Ladder, at wallTime: WallTime) -> [OpenDownload] {
    guard isWaiting else { return [] }
    var open: [(number: Int, download: OpenDownload)] = []
    open.reserveCapacity(runningCount)
    for place in channels.indices {
      guard let running = channels[place].running else { continue }
      let download = OpenDownload(
        lane: ladder.lanes[errand(of: running).lane].kind, sent: running.sent,
        firstByte: running.firstByte <= wallTime ? running.firstByte : nil,
        bytes: bytes(on: place, by: wallTime))
      open.append((running.number, download))
    }
    if open.count > 1 { open.sort { $0.number < $1.number } }
    return open.map(\.download)
  }

  /// What is left of the nanosecond in which a request ends at `wallTime`; `nil` if none does.
  ///
  /// Over a shared link, all times are of whole nanoseconds.
  func credit(at wallTime: WallTime) -> SendingCredit? {
    latestArrival.flatMap { $0.time == wallTime ? $0.credit : nil }
  }

  /// The fraction of a nanosecond that is left once what ends at `wallTime` is over, and so is a
  /// wait that leaves `credit` of the same nanosecond.
  func credit(at wallTime: WallTime, afterWaitOf credit: SendingCredit?) -> SendingCredit? {
    guard let latestArrival, latestArrival.time == wallTime else { return credit }
    return SendingCredit.least(latestArrival.credit, credit)
  }

  /// Sends a request for `errand` on a free connection, with `credit` for the fraction of a
  /// nanosecond by which that is before `wallTime`.
  mutating func send(
    _ errand: Errand, on channel: Int, at wallTime: WallTime, credit: SendingCredit?
  ) {
    precondition(channels[channel].running == nil, "a request on a busy connection")
    let number = log.send(
      from: errand.offset, to: errand.endOffset, of: errands.count, at: wallTime)
    errands.append(errand)
    channels[channel].send(
      number, for: errand.bytes, at: wallTime, serverTime: errand.serverTime, credit: credit,
      continues: errand.continues)
    runningCount += 1
    requestTime.run(true, from: wallTime)
  }

  /// When a request in flight is next complete, or the share of one changes; `nil` if neither
  /// happens.
  ///
  /// A call would copy all traffic.
  @inline(__always)
  func nextChange(after wallTime: WallTime) -> WallTime? {
    var next: WallTime?
    for place in channels.indices {
      if let end = channels[place].running?.end { next = min(next ?? end, end) }
      guard channels.count > 1 else { continue }
      if let start = channels[place].running?.firstByte, start > wallTime {
        next = min(next ?? start, start)
      }
      if let change = channels[place].waste.nextChange(after: wallTime) {
        next = min(next ?? change, change)
      }
    }
    return next
  }

  /// When the request in flight on a connection is complete; `nil` if never, or if there is none.
  private func end(on channel: Int) -> WallTime? { channels[channel].running?.end }

  /// Whether none of the requests in flight is ever complete, nor any of `parts` of them in, if no
  /// other is sent or dropped.
  func isStarved(after wallTime: WallTime, parts: [LadderPart]) -> Bool {
    guard isWaiting else { return true }
    guard !link.canDeliver(after: .bound) else { return false }
    var (ahead, time) = (self, wallTime)
    while true {
      let ends =
        channels.indices.compactMap { ahead.end(on: $0) }
        + parts.compactMap { ahead.arrival(of: $0.bytes, on: $0.channel) }
      let end = ends.min()
      // Each request begins once, and each waste ends once.
      guard let change = ahead.nextChange(after: time), change > time, change < end ?? .bound
      else { return end == nil }
      time = change
      ahead.share(from: time)
    }
  }

  /// Takes in the requests that are complete by `wallTime`, which are the ``finished`` ones then.
  mutating func complete(by wallTime: WallTime) {
    // Mostly of one, which this takes out sooner than removing all does.
    while !finished.isEmpty { finished.removeLast() }
    guard isWaiting else { return }
    for place in channels.indices {
      guard let end = channels[place].running?.end, end <= wallTime,
        let running = channels[place].running
      else { continue }
      finished.append(running)
      let first = channels[place].complete(at: wallTime)
      log.complete(running.number, bytes: running.bytes, from: first, to: end)
      if channels.count == 1 { latestArrival = (end, channels[place].credit) }
      runningCount -= 1
      received += running.bytes
    }
    guard !finished.isEmpty else { return }
    requestTime.run(isWaiting, from: wallTime)
    share(from: wallTime)
    if finished.count > 1 { finished.sort { $0.number < $1.number } }
  }

  /// Drops the request in flight on a connection, for `reason`, and returns it.
  mutating func drop(
    on channel: Int, _ reason: MediaRequest.EndReason, at wallTime: WallTime
  ) -> RunningRequest? {
    guard let running = channels[channel].running else { return nil }
    let bytes = bytes(on: channel, by: wallTime)
    channels[channel].note(running, in: &log, by: wallTime)
    received += bytes
    log.end(running.number, reason, at: wallTime)
    channels[channel].close()
    runningCount -= 1
    _ = channels[channel].waste.drop(
      running.number, rest: running.bytes - bytes, at: wallTime, link, &log)
    requestTime.run(isWaiting, from: wallTime)
    share(from: wallTime)
    return running
  }

  /// Gives every request in flight an equal share of the link from `wallTime` on.
  @inline(__always)
  mutating func share(from wallTime: WallTime) {
    if channels.count > 1 { shareLink(from: wallTime) }
  }

  private mutating func shareLink(from wallTime: WallTime) {
    let flowing = channels.indices.filter { place in
      channels[place].waste.isFlowing(at: wallTime)
        || channels[place].running.map { $0.firstByte <= wallTime } ?? false
    }
    guard !flowing.isEmpty else { return }
    for place in flowing {
      if channels[place].waste.isFlowing(at: wallTime) {
        channels[place].waste.share(flowing.count, from: wallTime)
      } else {
        channels[place].share(flowing.count, from: wallTime)
      }
    }
  }

  /// The traffic counts at `wallTime`.
  func totals(at wallTime: WallTime) -> TrafficTotals {
    let wasted = channels.reduce(0) { $0 + $1.waste.bytes(by: wallTime) }
    let running = channels.reduce(0) { $0 + $1.bytes(by: wallTime) }
    return TrafficTotals(
      bytesDownloaded: received + running + wasted, bytesWasted: wasted,
      requestCount: errands.count, busyTime: requestTime.total(by: wallTime))
  }

  /// What became of every request by `wallTime`, as the session ends.
  func requests(at wallTime: WallTime) -> [MediaRequest] {
    var log = log
    for channel in channels {
      if let running = channel.running {
        channel.note(running, in: &log, by: wallTime)
        log.end(running.number, .open, at: nil)
      }
      channel.waste.note(in: &log, by: wallTime)
    }
    return log.requests
  }

  /// The same, with what each asked for in `ladder`.
  func requests(_ requests: [MediaRequest], in ladder: Ladder) -> [LadderRequest] {
    requests.indices.map { LadderRequest(requests[$0], for: errands[$0].subject(in: ladder)) }
  }

  /// The number of requests for manifests, which come before all others.
  var manifestCount: Int { errands.prefix { $0.content == .manifest }.count }
}
