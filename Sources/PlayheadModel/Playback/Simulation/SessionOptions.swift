/// The time limit of a session, and what is recorded.
public struct SessionOptions: Hashable, Sendable {
  /// The wall time between rows of the timeline; `nil` for no rows.
  public var tickInterval: WallTime?
  /// The wall time of the simulation at which a session is given up; `nil` for
  /// ``defaultLimit(for:loops:lastAction:)``.
  public var limit: WallTime?
  /// Whether events are recorded.
  public var recordsEvents: Bool

  /// The given options.
  ///
  /// - Precondition: a tick interval is at least ``shortestTick``, and a limit is not negative.
  public init(
    tickInterval: WallTime? = .milliseconds(500), limit: WallTime? = nil,
    recordsEvents: Bool = true
  ) {
    precondition(tickInterval.map { $0 >= Self.shortestTick } ?? true, "a tick too short")
    precondition(limit.map { $0 >= .zero } ?? true, "a negative limit")
    self.tickInterval = tickInterval
    self.limit = limit
    self.recordsEvents = recordsEvents
  }

  /// The shortest wall time between rows.
  public static let shortestTick: WallTime = .milliseconds(1)

  /// The maximum number of times that media plays in one session.
  public static let maximumLoops = 1000

  /// The maximum number of rows in a timeline; all of them are held in memory.
  public static let maximumRows = 1_000_000

  /// The maximum number of events in a session, recorded or not; at the last one it ends.
  public static let maximumEvents = 1_000_000

  /// The maximum number of instants at which something may happen in a session; at the last one it
  /// ends.
  public static let maximumSteps = 10_000_000

  /// The default limit on the wall time of a session: ten times what the media takes when played
  /// `loops` times, plus ten minutes; at most a day.
  ///
  /// If `lastAction`, the wall time of the user's last action, is later than that, the session has
  /// as long again after it.
  public static func defaultLimit(
    for duration: MediaTime, loops: Int = 1, lastAction: WallTime = .zero
  ) -> WallTime {
    let limit = defaultLimit(for: duration, loops)
    return lastAction > limit ? min(lastAction, .bound) + limit : limit
  }

  private static func defaultLimit(for duration: MediaTime, _ loops: Int) -> WallTime {
    let day = WallTime.seconds(24 * 60 * 60)
    let (total, isLonger) = min(.playing(duration), day).nanoseconds
      .multipliedReportingOverflow(by: Int64(loops))
    guard !isLonger, total < day.nanoseconds else { return day }
    return min(day, WallTime(nanoseconds: total) * 10 + .seconds(600))
  }

  /// Whether a timeline of a session that is given up after `limit` could have more rows than
  /// ``maximumRows``.
  package func hasTooManyRows(within limit: WallTime) -> Bool {
    guard let tickInterval else { return false }
    let (intervals, rest) = limit.nanoseconds.quotientAndRemainder(
      dividingBy: tickInterval.nanoseconds)
    // One row at zero, one after each interval, and one at the end if that is off the grid.
    return intervals + (rest > 0 ? 2 : 1) > Int64(Self.maximumRows)
  }
}
