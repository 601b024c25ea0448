import PlayheadModel

/// The requests of a player of ladders: those in flight, over connections that share a link, and what
/// became of all.
struct LadderTraffic: Sendable {
  private let link: Link
  private var channels: [Channel]
  private var log = RequestLog()
  private var subjects: [RequestSubject] = []
  private var requestTime = RequestTime()
  /// The requests that the latest look found complete, in the order of their numbers.
  private(set) var finished: [Running] = []
  private var received: Int64 = 0

  /// A connection and the request that is in flight on it.
  private struct Channel: Sendable {
    var connection: Connection
    var running: Running?
    var waste = Waste()
  }

  /// When the only connection's latest request was complete, and what is left of that nanosecond.
  private var latestArrival: (time: WallTime, credit: SendingCredit?)?

  /// A request in flight.
  struct Running: Sendable {
    let number: Int
    let subject: RequestSubject
    let sent: WallTime
    /// When the response begins.
    let firstByte: WallTime
    fileprivate(set) var flow: Flow
    /// When its last byte is there; `nil` if it never is.
    fileprivate(set) var end: WallTime?

    /// The bytes that have come by `wallTime`.
    func bytes(by wallTime: WallTime) -> Int64 {
      min(subject.resource.bytes, flow.bytes(by: wallTime))
    }

    /// When `bytes` of it have come; `nil` if that never happens.
    func arrival(of bytes: Int64) -> WallTime? {
      flow.arrival(of: bytes).map { max($0, firstByte) }
    }

    fileprivate mutating func findEnd() { end = arrival(of: subject.resource.bytes) }

    /// When the first byte came, if that was before the number of flows changed.
    private var firstArrival: WallTime?

    /// When its first byte comes.
    fileprivate var beginning: WallTime? { firstArrival ?? arrival(of: 1) }

    /// From `wallTime` on it is one of `flows`.
    fileprivate mutating func share(_ flows: Int, from wallTime: WallTime) {
      if firstArrival == nil, let first = arrival(of: 1), first <= wallTime { firstArrival = first }
      flow.share(flows, from: wallTime)
      findEnd()
    }

    fileprivate init(
      _ number: Int, for subject: RequestSubject, sent: WallTime, by flow: Flow
    ) {
      self.number = number
      self.subject = subject
      self.sent = sent
      self.flow = flow
      firstByte = flow.since
      findEnd()
    }
  }

  /// No requests yet, of about `count` in the end, over as many as `connections` at once.
  init(over link: Link, by transport: Transport, connections: Int, expecting count: Int) {
    log.reserve(count)
    subjects.reserveCapacity(count)
    self.link = link
    channels = (0..<connections).map { _ in
      Channel(connection: Connection(over: link, by: transport))
    }
  }

  /// The request in flight on a connection; `nil` if it is free.
  func running(on channel: Int) -> Running? { channels[channel].running }

  /// The requests in flight.
  var running: [Running] { channels.compactMap(\.running) }

  /// Whether a request of a lane is in flight.
  func isRunning(lane: Int) -> Bool {
    channels.indices.contains { channels[$0].running?.subject.lane == lane }
  }

  /// Whether any request is in flight.
  var isWaiting: Bool { channels.indices.contains { channels[$0].running != nil } }

  /// Whether no request is in flight on a connection.
  func isFree(_ channel: Int) -> Bool { channels[channel].running == nil }

  /// The downloads that are running at `wallTime`, in the order of their requests.
  func openDownloads(of ladder: Ladder, at wallTime: WallTime) -> [OpenDownload] {
    running.sorted { $0.number < $1.number }.map { running in
      OpenDownload(
        lane: ladder.lanes[running.subject.lane].kind, sent: running.sent,
        firstByte: running.firstByte <= wallTime ? running.firstByte : nil,
        bytes: running.bytes(by: wallTime))
    }
  }

  /// What is left of the nanosecond in which a request ends at `wallTime`; `nil` if none does.
  ///
  /// Over a shared link, all times are of whole nanoseconds.
  func credit(at wallTime: WallTime) -> SendingCredit? {
    latestArrival.flatMap { $0.time == wallTime ? $0.credit : nil }
  }

  /// The fraction of a nanosecond that is left once what ends at `wallTime` is over, and so is a wait
  /// that leaves `credit` of the same nanosecond.
  func credit(at wallTime: WallTime, afterWaitOf credit: SendingCredit?) -> SendingCredit? {
    guard let latestArrival, latestArrival.time == wallTime else { return credit }
    return SendingCredit.least(latestArrival.credit, credit)
  }

  /// Sends a request for `subject` on a free connection, with `credit` for the fraction of a nanosecond
  /// by which that is before `wallTime`.
  mutating func send(
    _ subject: RequestSubject, on channel: Int, at wallTime: WallTime, credit: SendingCredit?
  ) {
    precondition(channels[channel].running == nil, "a request on a busy connection")
    let range = subject.resource.range
    let number = log.send(
      from: range?.lowerBound ?? 0, to: range?.upperBound, of: subjects.count, at: wallTime)
    subjects.append(subject)
    let flow = channels[channel].connection.sendRequest(
      at: wallTime, notBefore: channels[channel].waste.end, credit: credit)
    channels[channel].running = Running(number, for: subject, sent: wallTime, by: flow)
    requestTime.run(true, from: wallTime)
  }

  /// When a request in flight is next complete, or the share of one changes; `nil` if neither happens.
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

  /// Whether none of the requests in flight is ever complete, if no other is sent or dropped.
  func isStarved(after wallTime: WallTime) -> Bool {
    guard isWaiting else { return true }
    guard !link.canDeliver(after: .bound) else { return false }
    var (ahead, time) = (self, wallTime)
    while true {
      let end = channels.indices.compactMap { ahead.end(on: $0) }.min()
      // Each request begins once, and each waste ends once.
      guard let change = ahead.nextChange(after: time), change > time, change < end ?? .bound
      else { return end == nil }
      time = change
      ahead.update(from: time)
    }
  }

  /// Takes in the requests that are complete by `wallTime`, which are the ``finished`` ones then.
  mutating func complete(by wallTime: WallTime) {
    finished.removeAll(keepingCapacity: true)
    for place in channels.indices {
      guard let end = end(on: place), end <= wallTime,
        let running = channels[place].running.take()
      else { continue }
      channels[place].connection.rest(running.flow, at: wallTime)
      if channels.count == 1 {
        let credit = running.flow.credit(after: running.subject.resource.bytes, by: end)
        latestArrival = (end, credit)
      }
      let bytes = running.subject.resource.bytes
      received += bytes
      log.receive(bytes, of: running.number, from: running.beginning, to: end)
      log.end(running.number, .complete, at: wallTime)
      finished.append(running)
    }
    if !finished.isEmpty { update(from: wallTime) }
    if finished.count > 1 { finished.sort { $0.number < $1.number } }
  }

  /// Drops the request in flight on a connection, for `reason`, and returns it.
  mutating func drop(
    on channel: Int, _ reason: MediaRequest.EndReason, at wallTime: WallTime
  ) -> Running? {
    guard let running = channels[channel].running else { return nil }
    channels[channel].running = nil
    note(running, by: wallTime)
    log.end(running.number, reason, at: wallTime)
    channels[channel].connection.close()
    let rest = running.subject.resource.bytes - running.bytes(by: wallTime)
    _ = channels[channel].waste.drop(running.number, rest: rest, at: wallTime, link, &log)
    update(from: wallTime)
    return running
  }

  /// Gives every request in flight an equal share of the link from `wallTime` on.
  mutating func update(from wallTime: WallTime) {
    requestTime.run(isWaiting, from: wallTime)
    guard channels.count > 1 else { return }
    let flowing = channels.indices.filter { place in
      channels[place].waste.isFlowing(at: wallTime)
        || channels[place].running.map { $0.firstByte <= wallTime } ?? false
    }
    guard !flowing.isEmpty else { return }
    for place in flowing {
      if channels[place].waste.isFlowing(at: wallTime) {
        channels[place].waste.share(flowing.count, from: wallTime)
      } else {
        channels[place].running?.share(flowing.count, from: wallTime)
      }
    }
  }

  /// Notes what of `running` arrived by `wallTime`.
  private mutating func note(_ running: Running, by wallTime: WallTime) {
    let bytes = running.bytes(by: wallTime)
    received += bytes
    log.receive(
      bytes, of: running.number, from: running.beginning,
      to: running.flow.lastArrival(by: wallTime))
  }

  /// The traffic counts at `wallTime`.
  func totals(at wallTime: WallTime) -> TrafficTotals {
    let wasted = channels.reduce(0) { $0 + $1.waste.bytes(by: wallTime) }
    let running = channels.reduce(0) { $0 + ($1.running?.bytes(by: wallTime) ?? 0) }
    return TrafficTotals(
      bytesDownloaded: received + running + wasted, bytesWasted: wasted,
      requestCount: subjects.count, busyTime: requestTime.total(by: wallTime))
  }

  /// Every request and what became of it by `wallTime`, as the session ends.
  func requests(at wallTime: WallTime) -> [LadderRequest] {
    var log = log
    for channel in channels {
      if let running = channel.running {
        log.receive(
          running.bytes(by: wallTime), of: running.number, from: running.beginning,
          to: running.flow.lastArrival(by: wallTime))
        log.end(running.number, .open, at: nil)
      }
      channel.waste.note(in: &log, by: wallTime)
    }
    return zip(log.requests, subjects).map { LadderRequest($0, for: $1) }
  }
}
