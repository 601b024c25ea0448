public import Observation

/// The observable state of a player for a user interface.
///
/// It follows a ``PlaybackModel`` that an app drives itself, through ``update(from:)``, or a
/// simulation, through ``run(_:clock:speed:)``. A property is set only when its value differs, so
/// that a view redraws only when something visible changes.
@MainActor @Observable public final class PlaybackViewModel {
  /// Whether to show an activity indicator: set when the buffer becomes empty, cleared when it is
  /// full or likely to keep up, and so also true before startup.
  public private(set) var isBuffering = true
  /// The end of the loaded range at the playhead as a share of the duration, 0…1, in whole
  /// millionths; ``progress`` if none contains the playhead.
  public private(set) var buffered = 0.0
  /// The playhead as a share of the duration, 0…1, in whole millionths.
  public private(set) var progress = 0.0
  /// The playhead in media time, in nanoseconds from the origin.
  public private(set) var currentTime: MediaTime = .zero
  /// The length of the media, in nanoseconds; zero before the first update.
  public private(set) var duration: MediaTime = .zero
  /// The number of stalls: times that the buffer ran empty before the end, after playback had
  /// started.
  public private(set) var stallCount = 0
  /// Whether the player plays, waits, is paused or has ended.
  public private(set) var timeControlStatus: TimeControlStatus = .paused

  /// The state of a player with nothing loaded.
  public init() {}

  /// ``isBuffering``, by the name that it has in the view model after which this one is modelled.
  ///
  /// It is also true before startup, so it does not mean that playback has stalled.
  public var isStalled: Bool { isBuffering }

  /// Copies the state of `player`.
  public func update(from player: PlaybackModel) {
    set(\.isBuffering, to: player.isBuffering)
    set(\.buffered, to: player.buffered.doubleValue)
    set(\.progress, to: player.progress.doubleValue)
    set(\.currentTime, to: player.currentTime)
    set(\.duration, to: player.duration)
    set(\.stallCount, to: player.stallCount)
    set(\.timeControlStatus, to: player.timeControlStatus)
  }

  /// Runs a simulation at the pace of a clock and follows its player.
  ///
  /// The state updates at every event of the session and at each of its ticks: by default every
  /// half second of wall time, see ``SessionOptions/tickInterval``.
  ///
  /// - Parameters:
  ///   - simulation: the session.
  ///   - clock: the clock for wall time.
  ///   - speed: the factor by which wall time is faster than the clock.
  ///
  /// - Returns: the record of the session.
  /// - Throws: `CancellationError` if the task is cancelled before the session is over.
  /// - Precondition: `speed` is positive.
  public func run<C: Clock>(
    _ simulation: Simulation, clock: C, speed: Ratio = .one
  ) async throws(CancellationError) -> Session where C.Duration == Duration {
    var simulation = simulation
    var pacing = Pacing(clock, speed: speed)
    while simulation.endReason == nil {
      _ = simulation.step()
      try await pacing.wait(until: simulation.player.wallTime)
      update(from: simulation.player)
    }
    return simulation.run()
  }

  private func set<Value: Equatable>(
    _ property: ReferenceWritableKeyPath<PlaybackViewModel, Value>, to value: Value
  ) {
    if self[keyPath: property] != value { self[keyPath: property] = value }
  }
}
