public import PlayheadModel

/// A session that is tried over one network after the other: of a file, or of a ladder.
public protocol TrialSession: ~Copyable {
  /// Whether the buffer level is measured; its mean and its minimum mean nothing otherwise.
  var recordsBufferLevels: Bool { get set }
  /// Whether a session that has not begun, over a link whose rate never changes, can only get
  /// better with a higher rate, but for what rounding to nanoseconds does.
  var isMonotoneInRate: Bool { get }

  /// Advances to the next instant at which something may happen; `false` once the session has
  /// ended.
  mutating func step() -> Bool
  /// The figures of merit of the session, which is played to its end.
  mutating func summary(damage: MediaDamage) -> SessionSummary
  /// Whether one bit per second more than `rate` makes more than the rounding of `requestCount`
  /// requests, so that what holds at `rate` holds above.
  func outweighsRounding(_ requestCount: Int, at rate: BitRate) -> Bool
  /// Whether it has stalled by now, or not started by `startupLimit`.
  func hasFailed(startupLimit: WallTime) -> Bool
  /// About the minimum rate, where it follows from the bytes that are needed; `nil` if it does not.
  func rateWithoutStops(startupLimit: WallTime, latency: WallTime) -> BitRate?
}
