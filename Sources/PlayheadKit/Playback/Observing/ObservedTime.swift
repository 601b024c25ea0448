/// A media time that an observer of a player's time is told of, and when.
public struct ObservedTime: Hashable, Sendable, BitwiseCopyable {
  /// The wall time, in nanoseconds: the first at which the playhead is there, or past it by the
  /// part of a nanosecond that a rate above the normal one brings.
  public var wallTime: MediaTime
  /// The media time, in nanoseconds from the origin.
  public var mediaTime: MediaTime

  /// The media time `mediaTime`, told at `wallTime`.
  public init(wallTime: MediaTime, mediaTime: MediaTime) {
    self.wallTime = wallTime
    self.mediaTime = mediaTime
  }
}
