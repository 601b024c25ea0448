/// How the wall time of a simulation runs on a clock.
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

  /// Waits until `wallTime`, counted from the first call of all.
  ///
  /// The instants are absolute, so a caller that comes late once is on time again afterwards.
  mutating func wait(
    until wallTime: MediaTime, isolation actor: isolated (any Actor)? = #isolation
  ) async throws(CancellationError) {
    let start = start ?? clock.now
    self.start = start
    // Not until the whole nanosecond is over.
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
