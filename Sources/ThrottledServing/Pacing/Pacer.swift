package import PlayheadKit

/// How many bytes of each response may have been sent by now, so that a client receives them
/// exactly as over the model's link.
///
/// It is a value without a clock: all times are wall times of the link, and none is earlier than
/// the one before. Responses share the link as in a session: each of *n* gets an *n*-th from its
/// first byte to its last.
///
/// Whoever sends asks with ``take(_:atMost:at:)`` and comes back when it is told to. A sender that
/// is late gets what the link has carried meanwhile, up to ``patience``. From then on its response
/// is held, as one whose client reads nothing, and the others share the link until it comes back.
package struct Pacer: Sendable {
  /// How late a sender may be without a loss of rate.
  package static let patience = WallTime.milliseconds(50)
  /// The time on the link whose bytes are sent together.
  package static let granularity = WallTime.milliseconds(4)
  /// The minimum number of bytes that are sent first: a browser tells the type of media by what
  /// comes first, and no network brings less.
  package static let minimumStart: Int64 = 64
  /// The maximum number of bytes that are waited for to be sent together.
  package static let maximumPart: Int64 = 16 << 10
  /// The maximum number of responses that share the link at once; more wait for their turn.
  package static let maximumResponses = SharedLink.maximumFlows

  /// What a sender is told.
  package enum Allowance: Hashable, Sendable {
    /// Send this many bytes now, one at least.
    case bytes(Int64)
    /// Ask again at this time; `nil` if nothing is due as far as is known.
    case nothing(until: WallTime?)
    /// All bytes are sent.
    case complete
  }

  /// The course of a response.
  enum Stage {
    /// Its first byte is due at the flow's start.
    case due(Flow)
    /// Its first byte is overdue, as too many others share the link; by the order of waiting.
    case queued(Int)
    /// The link carries it.
    case flowing(Flow)
    /// Its sender has not come back.
    case held
    /// The link has carried all of it.
    case carried
  }

  struct Response {
    let connection: Int
    let total: Int64
    var stage: Stage
    /// What the link carried before the present flow.
    var carried: Int64 = 0
    /// What its sender has taken.
    var taken: Int64 = 0
    /// When it is held unless its sender has come back; `nil` if never.
    var deadline: WallTime?
    /// When the link is rid of it, if it was dropped.
    var dropped: WallTime?
  }

  let link: NetworkLink
  let transport: Transport
  /// The latest time asked about.
  package private(set) var now = WallTime.zero
  var responses: [Int: Response] = [:]
  var connections: [Int: Connection] = [:]
  private var turns = 0

  /// A link on which nothing was sent yet.
  package init(over link: NetworkLink, by transport: Transport = .fluid) {
    self.link = link
    self.transport = transport
  }

  // MARK: Senders

  /// Begins response number `number` of `bytes` bytes, to a request that came on `connection` at
  /// `time`; returns when its head is due.
  package mutating func begin(
    _ number: Int, on connection: Int, bytes: Int64, at time: WallTime
  ) -> WallTime {
    advance(to: time)
    let now = now
    var sender = connections[connection] ?? newConnection
    let flow = sender.sendRequest(at: now, notBefore: now)
    if bytes <= 0 { sender.rest(flow, at: flow.since) }
    connections[connection] = sender
    guard bytes > 0 else { return flow.since }
    responses[number] = Response(
      connection: connection, total: bytes, stage: .due(flow),
      deadline: flow.since + Self.patience)
    settle()
    return flow.since
  }

  /// Takes the bytes of a response that are due by `time`, at most `limit` of them, for sending.
  ///
  /// Bytes are taken in parts of what the link carries of the response in ``granularity``; if it
  /// `isEager`, also single ones.
  package mutating func take(
    _ number: Int, atMost limit: Int64, isEager: Bool = false, at time: WallTime
  ) -> Allowance {
    advance(to: time)
    if case .held? = responses[number]?.stage {
      let turn = nextTurn()
      responses[number]?.stage = .queued(turn)
      responses[number]?.deadline = nil
      settle()
    }
    guard var response = responses[number] else { return .complete }
    guard response.taken < response.total else { return .complete }
    defer { responses[number] = response }
    let rest = response.total - response.taken
    let due = min(response.carried + flowed(response, by: now), response.total) - response.taken
    let part = min(rest, isEager ? 1 : part(of: response))
    guard due < part else {
      let bytes = min(due, max(1, limit))
      response.taken += bytes
      response.deadline = now + Self.patience
      return .bytes(bytes)
    }
    let next = arrival(of: response.taken + part, in: response)
    response.deadline = next.map { $0 + Self.patience }
    return .nothing(until: next)
  }

  /// Lets the others have the link while the sender of a response has nothing to send, until it
  /// comes back.
  package mutating func pause(_ number: Int, at time: WallTime) {
    advance(to: time)
    guard var response = responses[number], case .flowing = response.stage,
      response.dropped == nil
    else { return }
    rest(response)
    response.carried = response.taken
    response.stage = .held
    response.deadline = nil
    responses[number] = response
    settle()
  }

  /// Ends a response that was sent to its end, or has none to send.
  package mutating func end(_ number: Int, at time: WallTime) {
    advance(to: time)
    if let response = responses.removeValue(forKey: number) { rest(response) }
    settle()
  }

  /// Drops a response whose client is gone.
  ///
  /// The link carries what was under way for one more latency, as in a session.
  package mutating func drop(_ number: Int, at time: WallTime) {
    advance(to: time)
    switch responses[number]?.stage {
    case .flowing, .due:
      responses[number]?.deadline = nil
      responses[number]?.dropped = now + link.latency(at: now)
    case .queued, .held, .carried: responses[number] = nil
    case nil: return
    }
    settle()
  }

  /// Forgets a connection, which is set up again if its number is used again.
  package mutating func close(_ connection: Int) {
    connections[connection] = nil
  }

  /// The same responses at time zero of the link, each with what is left of it.
  package func restarted() -> Pacer {
    var pacer = Pacer(over: link, by: transport)
    for (number, var response) in responses where response.dropped == nil {
      response.carried = min(
        response.total, response.carried + flowed(response, by: now))
      response.stage = response.carried == response.total ? .carried : .held
      response.deadline = nil
      pacer.responses[number] = response
    }
    return pacer
  }

  // MARK: The link's course

  /// The number of responses that the link carries.
  package var flowCount: Int {
    responses.values.count { if case .flowing = $0.stage { true } else { false } }
  }

  /// Follows the link up to `time`, through every instant at which the number of its flows changes.
  mutating func advance(to time: WallTime) {
    while let next = nextChange(), next <= time {
      now = max(now, next)
      settle()
    }
    now = max(now, time)
    for (number, response) in responses {
      guard case .flowing(var flow) = response.stage else { continue }
      flow.advance(to: now)
      responses[number]?.stage = .flowing(flow)
    }
  }

  private func nextChange() -> WallTime? {
    var next: WallTime?
    for response in responses.values {
      var changes = [response.dropped]
      switch response.stage {
      case .due(let flow): changes.append(flow.since)
      case .flowing(let flow):
        changes += [flow.arrival(of: response.total - response.carried), response.deadline]
      case .queued, .held, .carried: break
      }
      for change in changes {
        if let change { next = min(next ?? change, change) }
      }
    }
    return next
  }

  /// Brings all responses to the stage that they have now, and shares the link among those that
  /// flow.
  private mutating func settle() {
    for number in responses.keys.sorted() { settle(number) }
    // In the order in which they wait.
    let queue = responses.compactMap { number, response in
      if case .queued(let turn) = response.stage { (turn, number) } else { nil }
    }.sorted { $0 < $1 }
    for (_, number) in queue where flowCount < Self.maximumResponses { resume(number) }
    let count = flowCount
    for (number, response) in responses {
      guard case .flowing(var flow) = response.stage else { continue }
      flow.share(count, from: now)
      responses[number]?.stage = .flowing(flow)
    }
  }

  private mutating func settle(_ number: Int) {
    guard var response = responses[number] else { return }
    if case .flowing(let flow) = response.stage {
      if flow.bytes(by: now) >= response.total - response.carried {
        rest(response)
        response.carried = response.total
        response.stage = .carried
      } else if let deadline = response.deadline, deadline <= now {
        rest(response)
        response.carried += flow.bytes(by: now)
        response.stage = .held
      }
    }
    if let dropped = response.dropped, dropped <= now {
      responses[number] = nil
      return
    }
    if case .due(let flow) = response.stage, flow.since <= now {
      response.stage =
        flowCount < Self.maximumResponses ? .flowing(flow) : .queued(nextTurn())
    }
    responses[number] = response
  }

  private mutating func resume(_ number: Int) {
    guard let response = responses[number] else { return }
    var connection = connections[response.connection] ?? newConnection
    let flow = connection.resume(at: now, notBefore: now)
    connections[response.connection] = connection
    responses[number]?.stage = .flowing(flow)
  }

  private mutating func nextTurn() -> Int {
    turns += 1
    return turns
  }

  /// Leaves the connection of `response` idle, with the congestion window that it has.
  private mutating func rest(_ response: Response) {
    guard case .flowing(var flow) = response.stage else { return }
    // Its window is that of the latest instant that it was brought to.
    flow.advance(to: now)
    connections[response.connection]?.rest(flow, at: now)
  }

  private var newConnection: Connection { Connection(over: link, by: transport) }

  // MARK: Questions about a response

  private func flowed(_ response: Response, by time: WallTime) -> Int64 {
    if case .flowing(let flow) = response.stage { flow.bytes(by: time) } else { 0 }
  }

  /// The bytes of it to send together.
  private func part(of response: Response) -> Int64 {
    let bytes = flowed(response, by: now + Self.granularity) - flowed(response, by: now)
    return max(response.taken == 0 ? Self.minimumStart : 1, min(bytes, Self.maximumPart))
  }

  private func arrival(of bytes: Int64, in response: Response) -> WallTime? {
    switch response.stage {
    case .flowing(let flow): flow.arrival(of: bytes - response.carried)
    case .due(let flow): flow.since
    case .queued, .held, .carried: nil
    }
  }
}
