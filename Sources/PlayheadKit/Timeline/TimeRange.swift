/// A stretch of media time from `start` to `end`, which it both holds.
public struct TimeRange: Hashable, Sendable, BitwiseCopyable, Codable {
  /// Where the range begins.
  public var start: MediaTime
  /// Where the range ends; never before `start`.
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

  /// Whether `time` lies in the range, its end point included.
  @inlinable
  public func contains(_ time: MediaTime) -> Bool {
    start <= time && time <= end
  }
}
