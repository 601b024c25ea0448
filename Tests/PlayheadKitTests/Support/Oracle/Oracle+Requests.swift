@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

extension Oracle {
  /// A dropped request: since when and until when the link still carries bytes of it, and how many
  /// it had left to bring.
  struct Drop {
    /// The place of the request among all.
    var request: Int
    var from: Int64
    var until: Int64
    var rest: Int
    var flow: OracleFlow

    /// The bytes of it that have come by `time`.
    func bytes(by time: Int64) -> Int64 {
      let until = min(time, until)
      return until > from ? min(Int64(rest), flow.bytes(by: until)) : 0
    }

    func isFlowing(at time: Int64) -> Bool {
      from <= time && time < until && bytes(by: time) < rest
    }
  }

  /// Gives each flow its share of the link from now on.
  mutating func share() {
    file.share(file.flows(at: now), at: now)
  }

  /// Takes nothing more for now; the connection rests, and its window with it.
  mutating func block(_ connection: Int) {
    guard let request = file.network.requests[connection], request.since != nil
    else { return }
    file.connections[connection].rested = (request.flow.window(at: now), now)
    file.network.requests[connection]?.since = nil
  }

  /// What comes from `since` on, behind a window if there is slow start.
  ///
  /// The window is the one that was left, or after a rest of more than a second the first one.
  private func flow(
    _ connection: OracleFile.Connection, since: Int64, roundTrip: Int64
  ) -> OracleFlow {
    var window: Int64?
    if case .slowStart = transport {
      let isIdle = connection.rested.map { now - $0.since > 1_000_000_000 } ?? true
      window = isIdle ? initialWindow : connection.rested?.window
    }
    return OracleFlow(link, since: since, roundTrip: roundTrip, window: window)
  }

  /// How many round trips pass before the first byte: one for the request, and before it those that
  /// set up a connection where there is none.
  private func roundTrips(_ connection: OracleFile.Connection) -> Int64 {
    guard case .slowStart(let setUp) = transport, connection.rested == nil else { return 1 }
    return Int64(1 + setUp)
  }

  mutating func unblock(_ place: Int) {
    guard let request = file.network.requests[place], request.since == nil
    else { return }
    // That costs no latency, but what the request itself takes is not over sooner.
    let since = max(now, request.due)
    let flow = flow(
      file.connections[place], since: since, roundTrip: link.latency(at: now))
    file.network.requests[place]?.since = since
    file.network.requests[place]?.flow = flow
    file.network.requests[place]?.base = request.position
    file.network.requests[place]?.measured = (request.position, since)
    slack.flows += 1
  }

  mutating func send(_ place: Int) {
    let network = file.network
    let bytes = network.bytes
    let connection = file.connections[place]
    guard let next = network.next else { return }
    let offset = bytes.blockStart(next)
    let roundTrip = link.latency(at: now)
    let wasteEnd = connection.drops.map(\.until).max() ?? 0
    let since = max(now + roundTrips(connection) * roundTrip, wasteEnd)
    file.network.requests[place] = OracleNetwork.Request(
      offset: offset, position: offset, end: bytes.fileSize, base: offset, since: since, due: since,
      flow: flow(connection, since: since, roundTrip: roundTrip), measured: (offset, since),
      earliest: offset)
    session.requestCount += 1
    file.connections[place].request = session.requests.count
    if !network.isOpened { file.openingRequests += 1 }
    session.requests.append(
      MediaRequest(number: session.requestCount, offset: Int64(offset), sent: wallTime))
    slack.flows += 1
    tell(.requestSent(number: session.requestCount, offset: Int64(offset)))
  }

  /// Drops all requests, in the order in which they were sent.
  mutating func dropAll(_ reason: MediaRequest.EndReason) {
    let connections = file.connections
    for place in connections.indices.sorted(by: {
      connections[$0].request < connections[$1].request
    }) {
      drop(reason, place)
    }
  }

  mutating func drop(_ reason: MediaRequest.EndReason, _ place: Int) {
    guard let request = file.network.requests[place] else { return }
    block(place)
    file.network.requests[place] = nil
    let rest = request.end - request.position
    let last = file.connections[place].request
    session.requests[last].endReason = rest > 0 ? reason : .complete
    session.requests[last].end = rest > 0 ? wallTime : session.requests[last].lastByte
    guard rest > 0 else { return }
    // HTTP/1.1 has no other way to drop a request than to close the connection.
    file.connections[place].rested = nil
    let from = max(now, file.connections[place].drops.map(\.until).max() ?? 0)
    let drop = Drop(
      request: last, from: from, until: max(from, now + link.latency(at: now)), rest: rest,
      flow: OracleFlow(link, since: from, roundTrip: 0, window: nil))
    file.connections[place].drops.append(drop)
    tell(.requestDropped(number: last + 1, wastedBytes: drop.bytes(by: .max)))
  }

  /// The bytes of dropped requests that have come by `time`.
  func wasted(by time: Int64) -> Int64 {
    file.connections.flatMap(\.drops).reduce(0) { $0 + $1.bytes(by: time) }
  }
}
