package import PlayheadModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The clock by which players and the server are observed.
package enum MonotonicClock {
  /// The time since some fixed instant.
  package static var now: WallTime {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return WallTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }
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
