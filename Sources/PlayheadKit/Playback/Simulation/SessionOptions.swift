/// How long a session may last and what is written down of it.
public struct SessionOptions: Hashable, Sendable {
  /// The wall time between rows of the timeline; `nil` for no rows.
  public var tickInterval: MediaTime?
  /// The wall time of the simulation at which a session is given up; `nil` for
  /// ``defaultLimit(for:)``.
  public var limit: MediaTime?
  /// Whether events are kept.
  public var recordsEvents: Bool

  /// Options as given.
  ///
  /// - Precondition: a tick interval is at least ``shortestTick``, a limit is not negative.
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

  /// The largest number of times that media is played in one session.
  public static let mostLoops = 1000

  /// How many rows a timeline may come to; they are all held in memory.
  public static let mostRows = 1_000_000

  /// Whether a session of media that lasts `duration` could have more rows than ``mostRows``.
  public func hasTooManyRows(for duration: MediaTime) -> Bool {
    guard let tickInterval else { return false }
    let limit = limit ?? Self.defaultLimit(for: duration)
    let (intervals, rest) = limit.nanoseconds.quotientAndRemainder(
      dividingBy: tickInterval.nanoseconds)
    // One row at zero, one after each interval, and one at the end if that is off the grid.
    return intervals + (rest > 0 ? 2 : 1) > Int64(Self.mostRows)
  }

  /// The wall time at which a session is given up unless said otherwise: ten times the duration and
  /// ten minutes, at most a day.
  public static func defaultLimit(for duration: MediaTime) -> MediaTime {
    let day = MediaTime.seconds(24 * 60 * 60)
    guard duration < day else { return day }
    return min(day, duration * 10 + .seconds(600))
  }

  /// That for as long as media takes that is played so many times.
  public static func defaultLimit(for duration: MediaTime, loops: Int) -> MediaTime {
    defaultLimit(for: min(duration, .seconds(24 * 60 * 60)) * Int64(loops))
  }
}
