public import PlayheadModel

extension Scenario {
  /// Plays the session to its end.
  ///
  /// - Parameter check: called with the wall time before each step; what it throws ends the
  ///   session.
  /// - Returns: the session.
  /// - Throws: what `check` throws.
  public func play<Problem: Error>(
    check: (WallTime) throws(Problem) -> Void
  ) throws(Problem) -> PlayedSession {
    switch self {
    case .file(let scenario):
      var engine = Simulation(scenario)
      try engine.playToEnd(check: check)
      return PlayedSession(engine.run())
    case .ladder(let scenario):
      var engine = LadderSimulation(scenario)
      try engine.playToEnd(check: check)
      return PlayedSession(engine.run())
    }
  }

  /// Plays the session to its end, and passes its events on as soon as they are final.
  ///
  /// - Parameters:
  ///   - check: called with the wall time before each step; what it throws ends the session.
  ///   - notice: takes the events of one instant, or of several where some were not final at first.
  /// - Returns: the session.
  /// - Throws: what `check` or `notice` throws.
  public func play<Problem: Error>(
    check: (WallTime) throws(Problem) -> Void,
    notice: (ArraySlice<Event>) throws(Problem) -> Void
  ) throws(Problem) -> PlayedSession {
    switch self {
    case .file(let scenario):
      var engine = Simulation(scenario)
      try engine.playToEnd(check: check, notice: notice)
      return PlayedSession(engine.run())
    case .ladder(let scenario):
      var engine = LadderSimulation(scenario)
      try engine.playToEnd(check: check, notice: notice)
      return PlayedSession(engine.run())
    }
  }

  /// Plays the session to its end, without a way to interrupt it.
  public func play() -> PlayedSession { play { _ in } }
}

/// What steps from event to event through a session.
protocol SessionEngine: ~Copyable {
  /// The wall time that it has come to.
  var wallTime: WallTime { get }
  /// Advances to the next instant at which something may happen; `false` once the session has
  /// ended.
  mutating func step() -> Bool
  /// The events from number `first` on, counted from zero, that are final.
  func finalEvents(from first: Int) -> [Event]
}

extension SessionEngine where Self: ~Copyable {
  fileprivate mutating func playToEnd<Problem: Error>(
    check: (WallTime) throws(Problem) -> Void
  ) throws(Problem) {
    repeat { try check(wallTime) } while step()
  }

  fileprivate mutating func playToEnd<Problem: Error>(
    check: (WallTime) throws(Problem) -> Void,
    notice: (ArraySlice<Event>) throws(Problem) -> Void
  ) throws(Problem) {
    var noticed = 0
    var goesOn = true
    while goesOn {
      try check(wallTime)
      goesOn = step()
      let events = finalEvents(from: noticed)
      if !events.isEmpty { try notice(events[...]) }
      noticed += events.count
    }
  }
}

extension Simulation: SessionEngine {
  var wallTime: WallTime { model.wallTime }
}

extension LadderSimulation: SessionEngine {
  var wallTime: WallTime { glance.wallTime }

  /// Events of a ladder are final as soon as they are recorded: none tells what a dropped request
  /// will have wasted.
  func finalEvents(from first: Int) -> [Event] {
    first < recorder.events.count ? Array(recorder.events[first...]) : []
  }
}
