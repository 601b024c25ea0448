/// Plays a presentation over a link, from one instant at which something happens to the next.
///
/// There is no time step: whatever the length of the media, the cost is that of what happens. At
/// one instant arrivals come first, then flags and state changes, then a change of the path, then
/// what the user does, then the tick.
public struct Simulation: Sendable {
  var model: PlaybackModel
  var loader: Loader
  var recorder: SessionRecorder
  var presentation: Presentation { loader.presentation }
  var link: Link { loader.link }
  var nextPathChange: MediaTime?
  /// What the user is still going to do, the next thing last.
  var actions: [UserAction]
  let limit: MediaTime
  let tickInterval: MediaTime?
  var ticks: Int64 = 0
  private var isBegun = false
  /// Whether the loader has yet to learn of where the playhead is now.
  var hasJumped = false
  /// The inputs to the player that changed something, for those who ask by setting it.
  var inputs: [EffectiveInput]?
  /// How the session ended; `nil` while it goes on.
  public internal(set) var endReason: Session.EndReason?

  /// The session of `scenario`, which has not begun.
  public init(_ scenario: Scenario) {
    let presentation = scenario.presentation
    let policy = scenario.policy
    model = PlaybackModel(
      duration: presentation.duration, policy: policy, showing: presentation.showing,
      repeats: scenario.repeats)
    // Flags do not depend on rates, so they are the same on the link as it is used.
    loader = Loader(
      presentation, link: scenario.link.used(by: policy), transport: scenario.transport,
      policy: policy)
    recorder = SessionRecorder(recordsEvents: scenario.options.recordsEvents)
    actions = scenario.actions.enumerated().sorted {
      ($0.element.wallTime, $0.offset) > ($1.element.wallTime, $1.offset)
    }.map(\.element)
    limit = scenario.limit
    tickInterval = scenario.options.tickInterval
  }

  /// The session to its end.
  public mutating func run() -> Session {
    while step() {}
    return session
  }

  /// The record so far.
  public var session: Session {
    recorder.session(model, loader.totals(at: model.wallTime), endReason: endReason ?? .limit)
  }

  /// What has happened so far, in order; empty if it is not kept.
  public var events: [Event] { recorder.events }

  /// The player as it stands.
  public var player: PlaybackModel { model }

  /// Goes on to the next instant at which something may happen; `false` once the session is over.
  public mutating func step() -> Bool {
    guard endReason == nil else { return false }
    guard isBegun else {
      isBegun = true
      begin()
      return true
    }
    switch next {
    case .tick(let time) where time <= limit:
      advance(to: time)
      recordTick()
    case .change(let time) where time <= limit: happen(at: time)
    case .path(let time) where time <= limit:
      advance(to: time)
      changePath(at: time)
    case .action(let time) where time <= limit:
      advance(to: time)
      act(at: time)
    case .nothing: end(model.rate == .zero ? .paused : .starved)
    default: end(.limit)
    }
    if endReason == nil, model.timeControlStatus == .ended, actions.isEmpty { end(.ended) }
    return endReason == nil
  }
}
