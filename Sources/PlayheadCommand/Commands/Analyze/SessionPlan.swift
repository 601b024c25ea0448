import PlayheadKit

/// The session's parameters besides the file and the network, checked before the file is read, as
/// that may take long.
struct SessionPlan {
  let transport: Transport
  let policy: BufferingPolicy
  let actions: [UserAction]
  /// The number of times that the media plays.
  let loops: Int
  /// The numbers of the tracks to play; `nil` for the preferred ones.
  let tracks: [Int]?
  private(set) var options: SessionOptions
  /// The tick interval as written.
  private let writtenTick: String?

  init(_ arguments: ParsedArguments) throws(Failure) {
    transport = try arguments.transport()
    policy = try arguments.policy()
    actions = try arguments.userActions()
    loops = try arguments.loops()
    options = try arguments.sessionOptions()
    tracks = try arguments.trackNumbers()
    writtenTick = arguments.value(.tick)
  }

  /// A copy without ticks and events, which summaries do not need.
  var keepingSummaries: SessionPlan {
    var plan = self
    plan.options.tickInterval = nil
    plan.options.recordsEvents = false
    return plan
  }

  /// Adapts the plan to media of `duration`.
  mutating func fit(to duration: MediaTime) throws(Failure) {
    if options.limit == nil {
      options.limit = SessionOptions.defaultLimit(for: duration, loops: loops)
    }
    guard options.hasTooManyRows(for: duration), let tick = options.tickInterval else { return }
    throw Failure(
      badValue: writtenTick ?? tick.secondsText, of: .tick,
      why: "the timeline could exceed \(SessionOptions.mostRows) rows",
      hint: "use a longer \(Option.tick.spelling) or a shorter \(Option.limit.spelling)")
  }

  /// The session of `media` over `link`, before its start.
  func simulation(of media: MediaDescription, over link: Link) -> Simulation {
    Simulation(
      media.presentation, resourceBytes: media.index.bytes, link: link, transport: transport,
      policy: policy, actions: actions, repeats: loops - 1, options: options)
  }
}
