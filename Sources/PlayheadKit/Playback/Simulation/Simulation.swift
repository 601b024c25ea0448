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

  /// A session that has not begun.
  ///
  /// - Parameters:
  ///   - presentation: the media.
  ///   - resourceBytes: the size of the file that it lies in, in bytes.
  ///   - link: what the file comes over.
  ///   - transport: how the link's rate reaches a request.
  ///   - policy: what the player decides by.
  ///   - actions: what the user does after the first play command, in order if at one time.
  ///   - repeats: how many times the media is played again from the start at its end.
  ///   - options: how long the session may last and what is written down.
  ///
  /// - Precondition: `repeats` is not negative.
  public init(
    _ presentation: Presentation, resourceBytes: Int64, link: Link,
    transport: Transport = .fluid, policy: BufferingPolicy, actions: [UserAction] = [],
    repeats: Int = 0, options: SessionOptions = SessionOptions()
  ) {
    model = PlaybackModel(
      duration: presentation.duration, policy: policy, showing: presentation.showing,
      repeats: repeats)
    // Flags do not depend on rates, so they are the same on the link as it is used.
    let link = link.used(by: policy)
    loader = Loader(
      presentation, resourceBytes: resourceBytes, link: link, transport: transport,
      policy: policy)
    recorder = SessionRecorder(recordsEvents: options.recordsEvents)
    self.actions = actions.enumerated().sorted {
      ($0.element.wallTime, $0.offset) > ($1.element.wallTime, $1.offset)
    }.map(\.element)
    limit = min(
      options.limit ?? SessionOptions.defaultLimit(for: presentation.duration), .bound)
    tickInterval = options.tickInterval
  }

  /// The session to its end.
  public mutating func run() -> Session {
    while step() {}
    return session
  }

  /// The record so far.
  public var session: Session {
    // A session over a link that dies is over before the last bytes come that change nothing.
    let last = endReason == .starved && !loader.isOpened ? .bound : model.wallTime
    return recorder.session(
      model, loader.totals(at: model.wallTime), opening: loader.totals(at: last),
      endReason: endReason ?? .limit)
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
