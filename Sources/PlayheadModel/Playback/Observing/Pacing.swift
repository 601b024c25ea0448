/// Maps the wall time of a simulation to a clock.
struct Pacing<C: Clock>: Sendable where C.Duration == Duration {
  private let clock: C
  private let speed: Ratio
  private var start: C.Instant?

  /// - Precondition: `speed` is positive.
  init(_ clock: C, speed: Ratio) {
    precondition(speed.millionths > 0, "a simulation that stands still")
    self.clock = clock
    self.speed = speed
  }

  /// Waits until `wallTime`, counted from the first call.
  ///
  /// The instants are absolute, so one late call does not delay the following ones.
  mutating func wait(
    until wallTime: WallTime, isolation actor: isolated (any Actor)? = #isolation
  ) async throws(CancellationError) {
    let start = start ?? clock.now
    self.start = start
    // Round up, so as not to wake within the nanosecond.
    let divisor = Int128(speed.millionths)
    let scaled = Int128(wallTime.nanoseconds) * 1_000_000
    let length = Duration(attoseconds: (scaled + divisor - 1) / divisor * 1_000_000_000)
    do {
      try await clock.sleep(until: start.advanced(by: length), tolerance: nil)
    } catch {
      // A clock's sleep ends early for no other reason.
      throw CancellationError()
    }
    if Task.isCancelled { throw CancellationError() }
  }
}
