import Synchronization

/// A clock on which every sleep is over at once, and it is then as late as the sleeper wanted.
final class InstantClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var sinceStart: Duration

    func advanced(by duration: Duration) -> Instant {
      Instant(sinceStart: sinceStart + duration)
    }

    func duration(to other: Instant) -> Duration { other.sinceStart - sinceStart }

    static func < (left: Instant, right: Instant) -> Bool { left.sinceStart < right.sinceStart }
  }

  private let sleepsUntil = Mutex<[Duration]>([])
  private let start: Duration
  private let whenAsleep: @Sendable (Duration) async -> Void

  /// A clock that has run for `start`, and calls `whenAsleep` with the length from there to the end
  /// of each sleep.
  init(
    start: Duration = .seconds(100),
    whenAsleep: @escaping @Sendable (Duration) async -> Void = { _ in }
  ) {
    self.start = start
    self.whenAsleep = whenAsleep
  }

  /// Until when it was slept, counted from the start.
  var sleeps: [Duration] { sleepsUntil.withLock { $0 } }

  var now: Instant {
    Instant(sinceStart: sleepsUntil.withLock { start + ($0.max() ?? .zero) })
  }

  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let length = deadline.sinceStart - start
    sleepsUntil.withLock { $0.append(length) }
    await whenAsleep(length)
    try Task.checkCancellation()
  }
}
