import POSIX
package import PlayheadModel
import ThrottledServing

/// The clock by which players and the server are observed.
package enum MonotonicClock {
  /// The time since some fixed instant: that of the server, whose times are compared with players'.
  package static var now: WallTime { ServingClock.monotonic.now() }
}

extension MonotonicClock {
  /// Waits, unless somebody asks to stop.
  static func sleep(
    for time: WallTime, _ stopping: borrowing Stopping
  ) throws(ValidationError) {
    try stopping.check()
    usleep(UInt32(clamping: time.nanoseconds / 1000))
  }
}
