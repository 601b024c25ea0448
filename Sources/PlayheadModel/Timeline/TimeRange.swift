/// A range of media time from `start` to `end`, both included.
public struct TimeRange: Hashable, Sendable, BitwiseCopyable, Codable {
  /// The start of the range.
  public var start: MediaTime
  /// The end of the range, never before `start`.
  public var end: MediaTime

  /// The range between two times.
  ///
  /// - Precondition: `start` is not after `end`.
  @inlinable
  public init(start: MediaTime, end: MediaTime) {
    precondition(start <= end, "a time range ends before it starts")
    self.start = start
    self.end = end
  }

  /// The length of the range.
  public var duration: MediaTime { end - start }

  /// Whether the range contains `time`, its end included.
  @inlinable
  public func contains(_ time: MediaTime) -> Bool {
    start <= time && time <= end
  }
}
