internal import CMicroHTTPD
package import PlayheadKit

/// A clock that nobody sets, in nanoseconds since an instant of its own.
package struct ServingClock: Sendable {
  /// The present instant.
  package var now: @Sendable () -> WallTime

  /// A clock that `now` reads.
  package init(now: @escaping @Sendable () -> WallTime) {
    self.now = now
  }

  /// The clock of the system.
  package static let monotonic = ServingClock {
    WallTime(nanoseconds: playhead_monotonic_time())
  }
}
