import Synchronization

/// Counts what is received for one medium, and ends it at the user's limits.
final class DownloadMeter: Sendable {
  private let received = Atomic<Int64>(0)
  private let spent = Atomic<Int64>(0)
  private let limits: DownloadLimits
  let clock: HTTPClock

  init(_ limits: DownloadLimits, _ clock: HTTPClock) {
    self.limits = limits
    self.clock = clock
  }

  /// The bytes of bodies received so far, those received twice counted twice.
  var bytes: Int64 { received.load(ordering: .relaxed) }

  /// How many more bytes may be received.
  var room: Int64 { max(0, limits.bytes - bytes) }

  /// Why no more than that may be.
  var tooLarge: HTTPError { .tooLarge(limit: limits.bytes) }

  /// Refuses to begin what would exceed the maximum size.
  func admit(_ count: Int64) throws(HTTPError) {
    let (total, overflow) = bytes.addingReportingOverflow(count)
    guard !overflow, total <= limits.bytes else { throw tooLarge }
  }

  /// Counts `count` bytes that were received.
  func count(_ count: Int) throws(HTTPError) {
    received.add(Int64(count), ordering: .relaxed)
    guard bytes <= limits.bytes else { throw tooLarge }
  }

  /// Counts the time between `start`, in the clock's milliseconds, and now.
  func stop(since start: Int64) {
    spent.add(max(0, clock.milliseconds() - start), ordering: .relaxed)
  }

  /// Fails once the time is over of which some passed before `start`.
  func checkTime(since start: Int64) throws(HTTPError) {
    guard let limit = limits.milliseconds else { return }
    let passed = spent.load(ordering: .relaxed) + max(0, clock.milliseconds() - start)
    guard passed < limit else { throw .tookTooLong(milliseconds: limit) }
  }

  /// Waits before a retry, in short turns, as an interruption does not end a pause.
  func wait(
    milliseconds: Int, since start: Int64, _ interruption: Interruption
  ) throws(HTTPError) {
    var left = milliseconds
    while left > 0 {
      guard !interruption.isRequested else { throw .interrupted }
      try checkTime(since: start)
      let turn = min(left, 50)
      clock.pause(turn)
      left -= turn
    }
    guard !interruption.isRequested else { throw .interrupted }
  }
}
