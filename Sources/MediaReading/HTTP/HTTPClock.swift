import POSIX

/// The clock by which downloads wait and end.
package struct HTTPClock: Sendable {
  /// The seconds since 1970, for dates that servers send.
  package var secondsSince1970: @Sendable () -> Int64
  /// The milliseconds since some moment, which never go back.
  package var milliseconds: @Sendable () -> Int64
  /// Waits so many milliseconds.
  package var pause: @Sendable (Int) -> Void

  /// A clock of these functions.
  package init(
    secondsSince1970: @escaping @Sendable () -> Int64,
    milliseconds: @escaping @Sendable () -> Int64, pause: @escaping @Sendable (Int) -> Void
  ) {
    self.secondsSince1970 = secondsSince1970
    self.milliseconds = milliseconds
    self.pause = pause
  }

  /// The system's clock.
  package static let system = HTTPClock(
    secondsSince1970: { Int64(time(nil)) },
    milliseconds: {
      var now = timespec()
      _ = unsafe clock_gettime(CLOCK_MONOTONIC, &now)
      return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
    },
    pause: { usleep(UInt32(clamping: max(0, $0)) * 1000) })
}
