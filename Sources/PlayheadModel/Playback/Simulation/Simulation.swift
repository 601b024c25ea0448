/// Plays a presentation over a link, from event to event.
///
/// There is no time step: the cost depends on the number of events, not on the length of the media.
/// At one instant the order is: arrivals, flags and state changes, a change of the path, user
/// actions, the tick.
///
/// A simulation is a value: a copy of a running one is a *fork* of the session. Both go on from the
/// same instant, with the same requests in flight, and neither affects the other.
/// ``perform(_:at:)`` and ``switchLink(to:)`` intervene in one, so a fork shows what would have
/// happened instead.
public struct Simulation: Sendable {
  package var model: PlaybackModel
  var loader: Loader
  var recorder: SessionRecorder
  package var presentation: Presentation { loader.presentation }
  package var link: NetworkLink { loader.link }
  var nextPathChange: WallTime?
  /// The remaining user actions, the next one last.
  package var actions: [UserAction]
  let limit: WallTime
  let tickInterval: WallTime?
  var ticks: Int64 = 0
  var isBegun = false
  private var steps = 0
  /// The bound on the session's size that ended it.
  var metBound: SessionBound?
  /// ``SessionOptions/maximumEvents``, unless a test sets fewer; likewise of the steps.
  var maximumEvents = SessionOptions.maximumEvents
  var maximumSteps = SessionOptions.maximumSteps
  /// Why a request is dropped that the playhead has jumped away from since the loader was last
  /// aimed; `nil` if it has not jumped.
  var jump: MediaRequest.EndReason?
  /// The inputs to the player; set it to start collecting them.
  var inputs: [PlayerInput]?
  /// How the session ended; `nil` while it runs.
  public internal(set) var endReason: Session.EndReason?
  /// Whether ``perform(_:at:)`` or ``switchLink(to:)`` intervened in the session, which is then no
  /// longer that of its scenario alone, nor named by the scenario's digest.
  public internal(set) var hasInterventions = false

  /// The session of `scenario`, which has not begun.
  public init(_ scenario: FileScenario) {
    let presentation = scenario.presentation
    let policy = scenario.policy.adapted(to: presentation)
    let frames = policy.watchesTracks ? presentation.frames(for: policy) : nil
    model = PlaybackModel(
      duration: presentation.duration, policy: policy, repeats: scenario.repeats,
      frames: frames?.times ?? FrameTimes(), reorderDepth: frames?.reorderDepth ?? 0,
      decodeLead: frames?.decodeLead ?? .zero)
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

  /// Whether the buffer level is measured, which takes a third of the time; its mean and its
  /// minimum mean nothing otherwise.
  public var recordsBufferLevels: Bool {
    get { recorder.recordsBufferLevels }
    set { recorder.recordsBufferLevels = newValue }
  }

  /// Runs the session to its end; at once if it has ended.
  @discardableResult
  public mutating func run() -> Session {
    while true {
      if let endReason { return Session(record, endReason: endReason) }
      step()
    }
  }

  /// Runs the session up to `wallTime`, with everything that happens by then.
  ///
  /// It is at `wallTime` afterwards, though nothing may happen then, unless it has ended before or
  /// is already later.
  public mutating func run(until wallTime: WallTime) {
    while endReason == nil, isDue(by: wallTime) { _ = step() }
    if endReason == nil, wallTime > model.wallTime { advance(to: wallTime) }
  }

  /// The state at the instant up to which it has run, as a row of a timeline.
  package var tick: Tick {
    recorder.tick(
      of: model, loader.totals(at: model.wallTime), reporting: loader.reportedRanges(for: model))
  }

  /// Whether something happens by `wallTime`, or nothing ever more.
  private func isDue(by wallTime: WallTime) -> Bool {
    guard isBegun, wallTime <= limit else { return true }
    return switch next {
    case .change(let time), .path(let time), .action(let time), .tick(let time): time <= wallTime
    case .nothing: true
    }
  }

  /// The session; `nil` while it runs.
  public var session: Session? { endReason.map { Session(record, endReason: $0) } }

  /// The session's record up to now.
  public var record: PlaybackRecord {
    var record = recorder.record(
      of: model, loader.totals(at: model.wallTime), requests: loader.requests(at: model.wallTime),
      wastedInTheEnd: loader.bytesWastedInTheEnd, unperformedActions: actions.reversed())
    record.metBound = metBound
    return record
  }

  /// The events up to now, in order; empty if not recorded.
  ///
  /// That of a dropped request tells what it wasted as foreseen at the drop; those of ``record``
  /// also heed what has changed since.
  public var events: [Event] { recorder.events }

  /// The events from number `first` on, counted from zero, that are final.
  ///
  /// Where requests share the link, that of a dropped one is once all has arrived that it wastes,
  /// and those after it only then, so that they stay in order. All are final when the session has
  /// ended.
  package func finalEvents(from first: Int) -> [Event] {
    guard first < recorder.events.count else { return [] }
    guard endReason == nil else { return Array(record.events[first...]) }
    let events = recorder.events[first...]
    let unsettled = loader.unsettledDrops(at: model.wallTime)
    var final: [Event] = []
    var wasted: [Int: Int64]?
    for var event in events {
      if case .requestDropped(let number, _) = event.kind {
        if unsettled.contains(number) { break }
        let bytes = wasted ?? loader.bytesWastedInTheEnd
        wasted = bytes
        if let bytes = bytes[number] {
          event.kind = .requestDropped(number: number, wastedBytes: bytes)
        }
      }
      final.append(event)
    }
    return final
  }

  /// Whether one request at a time brings bytes in their order, at the link's rate from the first
  /// on.
  package var hasFluidLinkForItself: Bool {
    loader.isAlone && loader.plan.map == nil && loader.channel.connection.isFluid
  }

  /// The player's current state.
  public var player: PlaybackModel { model }

  /// Advances to the next instant at which something may happen; `false` once the session has
  /// ended.
  @discardableResult
  public mutating func step() -> Bool {
    guard endReason == nil else { return false }
    guard isBegun else {
      isBegun = true
      begin()
      endAtBound()
      return endReason == nil
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
    endIfOver()
    endAtBound()
    return endReason == nil
  }

  /// Ends a session that has become too large, at the instant at which it is.
  private mutating func endAtBound() {
    guard endReason == nil else { return }
    steps += 1
    if recorder.eventCount >= maximumEvents {
      metBound = .events
    } else if steps >= maximumSteps {
      metBound = .steps
    } else {
      return
    }
    recordTick()
    endReason = .limit
  }

  /// Ends the session if the media has played to its end and no action follows within the limit.
  mutating func endIfOver() {
    if endReason == nil, model.timeControlStatus == .ended, !hasActionsLeft { end(.ended) }
  }

  /// Whether a user action follows within the limit.
  private var hasActionsLeft: Bool { actions.last.map { $0.wallTime <= limit } ?? false }
}
