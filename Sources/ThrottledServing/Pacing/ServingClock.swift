internal import CMicroHTTPD
package import PlayheadKit

/// A clock that nobody sets, in nanoseconds since an instant of its own.
package struct ServingClock: Sendable {
  /// The present instant.
  package var now: @Sendable () -> WallTime
  /// The present date, in nanoseconds since 1970.
  package var date: @Sendable () -> Int64

  /// A clock that `now` reads, and a calendar that `date` does.
  package init(
    now: @escaping @Sendable () -> WallTime, date: @escaping @Sendable () -> Int64 = { 0 }
  ) {
    self.now = now
    self.date = date
  }

  /// The clock of the system.
  package static let monotonic = ServingClock(
    now: { WallTime(nanoseconds: playhead_monotonic_time()) }, date: { playhead_date() })
}
