import PlayheadModel

/// A request in flight.
struct RunningRequest: Sendable {
  let number: Int
  let errand: Errand
  let sent: WallTime
  /// When the response begins.
  let firstByte: WallTime
  /// When its last byte is there; `nil` if it never is.
  fileprivate(set) var end: WallTime?
  /// What is then left of that nanosecond, over a connection of its own.
  fileprivate(set) var credit: SendingCredit?
  /// When the first byte came, if that was before the number of flows changed.
  fileprivate(set) var firstArrival: WallTime?

  fileprivate mutating func findEnd(by flow: Flow) {
    guard let arrival = flow.lastArrival(of: errand.bytes) else {
      end = nil
      return
    }
    end = max(arrival.time, firstByte)
    credit =
      arrival.time < firstByte
      ? flow.credit(after: errand.bytes, by: firstByte) : arrival.credit
  }
}

/// A connection and the request that is in flight on it.
struct LadderChannel: Sendable {
  private var connection: Connection
  private(set) var running: RunningRequest?
  /// How the bytes of the latest request come.
  private var flow: Flow
  var waste = Waste()

  /// A connection on which nothing was sent.
  init(over link: Link, by transport: Transport) {
    connection = Connection(over: link, by: transport)
    flow = Flow(over: link, since: .zero)
  }

  /// Sends request `number`, with `credit` for the fraction of a nanosecond by which that is earlier.
  mutating func send(
    _ number: Int, for errand: Errand, at wallTime: WallTime, credit: SendingCredit?
  ) {
    flow = connection.sendRequest(at: wallTime, notBefore: waste.end, credit: credit)
    var request = RunningRequest(
      number: number, errand: errand, sent: wallTime, firstByte: flow.since)
    request.findEnd(by: flow)
    running = request
  }

  /// Takes the request in flight off if it is complete by `wallTime`.
  mutating func complete(by wallTime: WallTime) -> RunningRequest? {
    guard let end = running?.end, end <= wallTime, var done = running else { return nil }
    if done.firstArrival == nil {
      done.firstArrival = flow.arrival(of: 1).map { max($0, done.firstByte) }
    }
    connection.rest(flow, at: wallTime)
    running = nil
    return done
  }

  /// The request in flight is dropped, and with it the connection.
  mutating func close() {
    connection.close()
    running = nil
  }

  /// The bytes of the request in flight that have come by `wallTime`.
  func bytes(by wallTime: WallTime) -> Int64 {
    guard let running else { return 0 }
    return min(running.errand.bytes, flow.bytes(by: wallTime))
  }

  /// When `bytes` of the request in flight have come; `nil` if that never happens.
  func arrival(of bytes: Int64) -> WallTime? {
    guard let running, let arrival = flow.arrival(of: bytes) else { return nil }
    return max(arrival, running.firstByte)
  }

  /// When the first byte of the request in flight comes.
  var beginning: WallTime? { running?.firstArrival ?? arrival(of: 1) }

  /// From `wallTime` on the request in flight is one of `flows`.
  mutating func share(_ flows: Int, from wallTime: WallTime) {
    guard var request = running else { return }
    if request.firstArrival == nil, let first = arrival(of: 1), first <= wallTime {
      request.firstArrival = first
    }
    flow.share(flows, from: wallTime)
    request.findEnd(by: flow)
    running = request
  }

  /// Notes in `log` what arrived by `wallTime` of `running`, the request in flight.
  func note(
    _ running: RunningRequest, in log: inout RequestLog, by wallTime: WallTime
  ) {
    log.receive(
      bytes(by: wallTime), of: running.number, from: beginning,
      to: flow.lastArrival(by: wallTime))
  }
}
