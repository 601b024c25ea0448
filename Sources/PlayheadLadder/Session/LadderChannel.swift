import PlayheadModel

/// A request in flight.
///
/// It is copied often, so that what only its connection asks for is there, and what it is for with
/// all that were sent.
struct RunningRequest: Sendable {
  let number: Int
  /// The bytes that it brings.
  let bytes: Int64
  let sent: WallTime
  /// When the response begins.
  let firstByte: WallTime
  /// When its last byte is there; `nil` if it never is.
  fileprivate(set) var end: WallTime?
}

/// A connection and the request that is in flight on it.
struct LadderChannel: Sendable {
  private var connection: Connection
  private(set) var running: RunningRequest?
  /// How the bytes of the latest request come.
  private(set) var flow: Flow
  /// When its first byte came, if that was before the number of flows changed.
  private var firstArrival: WallTime?
  /// What is left of the nanosecond in which its last byte comes, over a connection of its own.
  private(set) var credit: SendingCredit?
  var waste = Waste()

  /// A connection on which nothing was sent.
  init(over link: NetworkLink, by transport: Transport) {
    connection = Connection(over: link, by: transport)
    flow = Flow(over: link, since: .zero)
  }

  /// Sends request `number` for `bytes`, which the server takes `serverTime` for, with `credit` for
  /// the fraction of a nanosecond by which that is earlier; of a response that `continues`, more
  /// follows without one.
  mutating func send(
    _ number: Int, for bytes: Int64, at wallTime: WallTime, serverTime: WallTime,
    credit: SendingCredit?, continues: Bool = false
  ) {
    if continues {
      flow = connection.resume(at: wallTime + serverTime, notBefore: waste.end)
    } else {
      // A server that takes its time is like one that is asked so much later.
      connection.sendRequest(
        as: &flow, at: wallTime + serverTime, notBefore: waste.end,
        credit: serverTime == .zero ? credit : nil)
    }
    firstArrival = nil
    running = RunningRequest(
      number: number, bytes: bytes, sent: wallTime, firstByte: flow.since,
      end: findEnd(of: bytes))
  }

  /// When the last of `bytes` is there; `nil` if it never is.
  ///
  /// It notes what is then left of that nanosecond.
  private mutating func findEnd(of bytes: Int64) -> WallTime? {
    guard let arrival = flow.lastArrival(of: bytes) else {
      credit = nil
      return nil
    }
    credit =
      arrival.time < flow.since ? flow.credit(after: bytes, by: flow.since) : arrival.credit
    return max(arrival.time, flow.since)
  }

  /// Takes the request in flight off, which is complete at `wallTime`; returns when its first byte
  /// came.
  mutating func complete(at wallTime: WallTime) -> WallTime? {
    let first = beginning
    connection.rest(flow, at: wallTime)
    running = nil
    return first
  }

  /// The request in flight is dropped, and with it the connection.
  mutating func close() {
    connection.close()
    running = nil
  }

  /// The bytes of the request in flight that have come by `wallTime`.
  func bytes(by wallTime: WallTime) -> Int64 { flow.bytes(of: running, by: wallTime) }

  /// When `bytes` of the request in flight have come; `nil` if that never happens.
  private func arrival(of bytes: Int64) -> WallTime? { flow.arrival(of: bytes, of: running) }

  /// When the first byte of the request in flight comes.
  var beginning: WallTime? { firstArrival ?? arrival(of: 1) }

  /// From `wallTime` on the request in flight is one of `flows`.
  mutating func share(_ flows: Int, from wallTime: WallTime) {
    guard let bytes = running?.bytes else { return }
    if firstArrival == nil, let first = arrival(of: 1), first <= wallTime { firstArrival = first }
    flow.share(flows, from: wallTime)
    let end = findEnd(of: bytes)
    running?.end = end
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

extension Flow {
  /// The bytes of `request`, which flow as it does, that have come by `wallTime`.
  @inline(__always)
  func bytes(of request: RunningRequest?, by wallTime: WallTime) -> Int64 {
    guard let request else { return 0 }
    return min(request.bytes, bytes(by: wallTime))
  }

  /// When `bytes` of `request`, which flow as it does, have come; `nil` if that never happens.
  @inline(__always)
  func arrival(of bytes: Int64, of request: RunningRequest?) -> WallTime? {
    guard let request, let arrival = arrival(of: bytes) else { return nil }
    return max(arrival, request.firstByte)
  }
}
