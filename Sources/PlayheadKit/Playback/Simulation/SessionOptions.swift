/// The time limit of a session, and what is recorded.
public struct SessionOptions: Hashable, Sendable {
  /// The wall time between rows of the timeline; `nil` for no rows.
  public var tickInterval: MediaTime?
  /// The maximum wall time of the session; `nil` for ``defaultLimit(for:)``.
  public var limit: MediaTime?
  /// Whether events are recorded.
  public var recordsEvents: Bool

  /// The given options.
  ///
  /// - Precondition: a tick interval is at least ``shortestTick``, and a limit is not negative.
  public init(
    tickInterval: MediaTime? = .milliseconds(500), limit: MediaTime? = nil,
    recordsEvents: Bool = true
  ) {
    precondition(tickInterval.map { $0 >= Self.shortestTick } ?? true, "a tick too short")
    precondition(limit.map { $0 >= .zero } ?? true, "a negative limit")
    self.tickInterval = tickInterval
    self.limit = limit
    self.recordsEvents = recordsEvents
  }

  /// The shortest wall time between rows.
  public static let shortestTick: MediaTime = .milliseconds(1)

  /// The maximum number of times that media plays in one session.
  public static let mostLoops = 1000

  /// The maximum number of rows in a timeline; all of them are held in memory.
  public static let mostRows = 1_000_000

  /// Whether a session of media of `duration` could exceed ``mostRows`` rows.
  public func hasTooManyRows(for duration: MediaTime) -> Bool {
    guard let tickInterval else { return false }
    let limit = limit ?? Self.defaultLimit(for: duration)
    return limit.nanoseconds / tickInterval.nanoseconds > Int64(Self.mostRows)
  }

  /// The default maximum wall time of a session: ten times the duration plus ten minutes, at most a
  /// day.
  public static func defaultLimit(for duration: MediaTime) -> MediaTime {
    let day = MediaTime.seconds(24 * 60 * 60)
    guard duration < day else { return day }
    return min(day, duration * 10 + .seconds(600))
  }

  /// The default maximum wall time for media of `duration` played `loops` times.
  public static func defaultLimit(for duration: MediaTime, loops: Int) -> MediaTime {
    defaultLimit(for: min(duration, .seconds(24 * 60 * 60)) * Int64(loops))
  }
}
