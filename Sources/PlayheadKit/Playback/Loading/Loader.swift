/// A player's side of the network: sends the requests of a plan and knows when their bytes come.
///
/// Bytes are counted from where a request was last begun or gone on with, so that what has come by
/// an instant is a closed form of the link and never a sum of roundings.
struct Loader: Sendable {
  private enum State: Sendable {
    /// No bytes are asked for; the request of before may still be open, `rest` bytes of it to come.
    case resting(rest: Int64)
    /// Bytes come, the first of `flow` being that at `position`.
    case flowing(position: Int64, Flow)
    /// A request is open, but the player takes nothing from it beyond `position`.
    case blocked(position: Int64)
    /// Everything planned is in.
    case finished
  }

  private let plan: FetchPlan
  private let beginning: MediaTime
  private let link: Link
  private let resourceBytes: Int64
  private var state: State = .resting(rest: 0)
  /// The number of the request that is open, or that comes next.
  private var request = 0
  /// How many of the plan's steps of loading are behind.
  private var steps = 0
  private(set) var isOpened: Bool
  private var connection: Connection
  private var traffic = Traffic()
  /// When bytes that matter are next in; `nil` if they never are, or if none are asked for.
  private(set) var nextArrival: MediaTime?

  init(
    _ presentation: Presentation, resourceBytes: Int64, link: Link, transport: Transport,
    readThrough: Int64
  ) {
    plan = FetchPlan(presentation, readThrough: readThrough)
    beginning = presentation.loading.beginning
    self.link = link
    connection = Connection(over: link, by: transport)
    self.resourceBytes = resourceBytes
    isOpened = plan.openingRequest == nil
  }

  // MARK: What can be asked

  /// Whether everything is in.
  var isFinished: Bool { if case .finished = state { true } else { false } }

  /// Whether a request has to be sent for loading to go on.
  var isResting: Bool { if case .resting = state { true } else { false } }

  /// Whether anything is left to ask for.
  var hasMoreRequests: Bool { request < plan.requests.count }

  /// How far the media is loaded; nothing is while the file is being opened.
  var loadedEnd: MediaTime {
    guard isOpened else { return .zero }
    return steps == 0 ? beginning : plan.steps[steps - 1].end
  }

  /// The counts as they stand at `wallTime`.
  func totals(at wallTime: MediaTime) -> TrafficTotals {
    var received = traffic.received
    if case .flowing(let position, let flow) = state {
      received += self.position(at: wallTime, from: position, flow) - position
    }
    let wasted = traffic.wasted(by: wallTime, link)
    return TrafficTotals(
      bytesDownloaded: received + wasted, bytesWasted: wasted,
      requestCount: traffic.requestCount, busyTime: traffic.busyTime(by: wallTime))
  }

  // MARK: What can happen

  /// Sends the next request; tells where it starts and what dropping the one before it wastes,
  /// which is `nil` if none was open.
  mutating func sendRequest(at wallTime: MediaTime) -> (offset: Int64, wasted: Int64?) {
    let wasted = dropOpenRequest(at: wallTime)
    let offset = plan.requests[request].lowerBound
    traffic.requestSent()
    take(connection.sendRequest(at: wallTime), from: offset, at: wallTime)
    return (offset, wasted)
  }

  /// Ends loading as nothing is left to ask for; tells what that wastes.
  mutating func finish(at wallTime: MediaTime) -> Int64? {
    let wasted = dropOpenRequest(at: wallTime)
    state = .finished
    nextArrival = nil
    return wasted
  }

  /// Takes in all that has come by `wallTime`, that of ``nextArrival``.
  mutating func arrive(at wallTime: MediaTime) {
    guard case .flowing(let start, var flow) = state else {
      preconditionFailure("an arrival without an open request")
    }
    flow.advance(to: wallTime)
    let position = self.position(at: wallTime, from: start, flow)
    let end = plan.requests[request].upperBound
    if plan.openingRequest == request, position >= plan.openingEnd { isOpened = true }
    guard position == end else {
      if isOpened { passSteps(upTo: position) }
      state = .flowing(position: start, flow)
      nextArrival = arrival(of: milestone(after: position) - start, in: flow)
      return
    }
    connection.rest(flow, at: wallTime)
    traffic.receive(position - start)
    traffic.pause(at: wallTime)
    state = .resting(rest: max(0, resourceBytes - position))
    nextArrival = nil
    request += 1
    // All that is needed before the next request's first byte is in.
    if isOpened { passSteps(upTo: hasMoreRequests ? plan.requests[request].lowerBound : .max) }
  }

  /// Takes no more from the open request, which stays open: the sender is blocked.
  mutating func block(at wallTime: MediaTime) {
    guard case .flowing(let start, var flow) = state else { return }
    flow.advance(to: wallTime)
    connection.rest(flow, at: wallTime)
    let position = self.position(at: wallTime, from: start, flow)
    traffic.receive(position - start)
    traffic.pause(at: wallTime)
    state = .blocked(position: position)
    nextArrival = nil
  }

  /// Goes on taking from the open request, which costs no latency.
  mutating func unblock(at wallTime: MediaTime) {
    guard case .blocked(let position) = state else { return }
    take(connection.resume(at: wallTime), from: position, at: wallTime)
  }

  // MARK: How it works

  private mutating func take(_ flow: Flow, from position: Int64, at wallTime: MediaTime) {
    traffic.begin(at: wallTime)
    state = .flowing(position: position, flow)
    // A first sample without bytes has its milestone before any byte.
    nextArrival = arrival(of: max(0, milestone(after: position) - position), in: flow)
  }

  /// When so many bytes have come: never only if the link ends before, else after any session if
  /// it is too slow.
  private func arrival(of bytes: Int64, in flow: Flow) -> MediaTime? {
    if let arrival = flow.arrival(of: bytes) { return arrival }
    return link.canDeliver(after: .bound) ? .bound + .resolution : nil
  }

  private mutating func dropOpenRequest(at wallTime: MediaTime) -> Int64? {
    guard case .resting(let rest) = state, rest > 0 else { return nil }
    connection.close()
    return traffic.drop(rest: rest, at: wallTime, link)
  }

  /// How far the open request has come by `wallTime`.
  private func position(at wallTime: MediaTime, from start: Int64, _ flow: Flow) -> Int64 {
    min(plan.requests[request].upperBound, start + flow.bytes(by: wallTime))
  }

  /// The next position that matters to the player.
  private func milestone(after position: Int64) -> Int64 {
    let end = plan.requests[request].upperBound
    if !isOpened, plan.openingRequest == request { return plan.openingEnd }
    guard isOpened, steps < plan.steps.count else { return end }
    return min(end, plan.steps[steps].position)
  }

  private mutating func passSteps(upTo position: Int64) {
    while steps < plan.steps.count, plan.steps[steps].position <= position { steps += 1 }
  }
}

/// What has passed over the link by an instant.
struct TrafficTotals: Hashable, Sendable {
  /// All bytes that came, wasted ones included.
  var bytesDownloaded: Int64
  /// Bytes that came for a request already dropped.
  var bytesWasted: Int64
  /// How many requests were sent.
  var requestCount: Int
  /// The time with a request open and not blocked.
  var busyTime: MediaTime
}
