/// Plays a presentation over a link, from one instant at which something happens to the next.
///
/// At one instant arrivals come first, then flags and state changes, then a change of the path, then
/// the tick.
public struct Simulation: Sendable {
  private var model: PlaybackModel
  private var loader: Loader
  private var recorder: SessionRecorder
  private let link: Link
  private var nextPathChange: MediaTime?
  private let limit: MediaTime
  private let tickInterval: MediaTime?
  private var ticks: Int64 = 0
  private var isBegun = false
  /// How the session ended; `nil` while it goes on.
  public private(set) var endReason: Session.EndReason?

  /// A session of `presentation`, `resourceBytes` long, that has not begun.
  public init(
    _ presentation: Presentation, resourceBytes: Int64, link: Link,
    transport: Transport = .fluid, policy: BufferingPolicy,
    options: SessionOptions = SessionOptions()
  ) {
    model = PlaybackModel(duration: presentation.duration, policy: policy)
    // Flags do not depend on rates, so they are the same on the link as it is used.
    let link = Link(following: link.profile.used(by: policy))
    self.link = link
    loader = Loader(
      presentation, resourceBytes: resourceBytes, link: link, transport: transport,
      readThrough: policy.readThrough)
    recorder = SessionRecorder(recordsEvents: options.recordsEvents)
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
    recorder.session(model, loader.totals(at: model.wallTime), endReason: endReason ?? .limit)
  }

  /// The player as it stands.
  public var player: PlaybackModel { model }

  /// Goes on to the next instant at which something happens; `false` once the session is over.
  public mutating func step() -> Bool {
    guard endReason == nil else { return false }
    guard isBegun else {
      isBegun = true
      begin()
      return true
    }
    let next = nextEvent
    if let change = nextPathChange, change <= limit, let next, change < next,
      change <= nextTick ?? change
    {
      changePath(at: change)
      return true
    }
    if let tick = nextTick, tick <= limit, next.map({ tick < $0 }) ?? false {
      advance(to: tick)
      recordTick()
    } else if let next, next <= limit {
      happen(at: next)
    } else {
      end(next == nil ? .starved : .limit)
    }
    return endReason == nil
  }

  /// When the loader or the player next changes; `nil` if neither ever does.
  private var nextEvent: MediaTime? {
    guard let arrival = loader.nextArrival else { return model.nextDeadline }
    return model.nextDeadline.map { min($0, arrival) } ?? arrival
  }

  private var nextTick: MediaTime? { tickInterval.map { $0 * ticks } }

  private mutating func begin() {
    recorder.record(.play, model)
    changePath(at: .zero)
    note(model.play(at: .zero))
    goOnLoading(at: .zero)
  }

  /// Tells the player of the path's flags, unless they are those that it knows.
  private mutating func changePath(at wallTime: MediaTime) {
    nextPathChange = link.nextPathChange(after: wallTime)
    let path = link.path(at: wallTime)
    guard path != model.path else { return }
    recorder.elapse(model, to: wallTime)
    let transitions = model.pathChanged(to: path, at: wallTime)
    recorder.record(.pathChanged(path), model)
    note(transitions)
    if wallTime > .zero { goOnLoading(at: wallTime) }
  }

  /// Everything that happens at `wallTime` but the tick and changes of the path.
  private mutating func happen(at wallTime: MediaTime) {
    if loader.nextArrival == wallTime {
      let wasOpened = loader.isOpened
      loader.arrive(at: wallTime)
      recorder.elapse(model, to: wallTime)
      let transitions =
        loader.isOpened
        ? model.mediaLoaded(upTo: loader.loadedEnd, at: wallTime)
        : model.timeAdvanced(to: wallTime)
      if loader.isOpened, !wasOpened { recorder.record(.opened, model) }
      note(transitions)
    } else {
      advance(to: wallTime)
    }
    goOnLoading(at: wallTime)
    if model.timeControlStatus == .ended { end(.ended) }
  }

  private mutating func advance(to wallTime: MediaTime) {
    recorder.elapse(model, to: wallTime)
    note(model.timeAdvanced(to: wallTime))
  }

  /// Has the loader do what the player's buffer asks for.
  private mutating func goOnLoading(at wallTime: MediaTime) {
    if !loader.hasMoreRequests, loader.isResting {
      if let wasted = loader.finish(at: wallTime) {
        recorder.record(.requestDropped(wastedBytes: wasted), model)
      }
      recorder.record(.loadingFinished, model)
    } else if model.isPlaybackBufferFull {
      loader.block(at: wallTime)
    } else if loader.isResting {
      let (offset, wasted) = loader.sendRequest(at: wallTime)
      if let wasted { recorder.record(.requestDropped(wastedBytes: wasted), model) }
      recorder.record(.requestSent(offset: offset), model)
    } else {
      loader.unblock(at: wallTime)
    }
  }

  private mutating func note(_ transitions: Transitions) {
    for transition in transitions { recorder.record(transition, model) }
  }

  private mutating func end(_ reason: Session.EndReason) {
    if reason == .limit { advance(to: limit) }
    recordTick()
    endReason = reason
  }

  /// Adds a row for the instant the model is at.
  private mutating func recordTick() {
    guard let tickInterval else { return }
    recorder.record(model, bytesDownloaded: loader.totals(at: model.wallTime).bytesDownloaded)
    if tickInterval * ticks <= model.wallTime { ticks += 1 }
  }
}
