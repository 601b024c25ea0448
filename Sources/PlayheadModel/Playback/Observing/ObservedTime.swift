/// A media time that an observer reports, and when.
public struct ObservedTime: Hashable, Sendable, BitwiseCopyable {
  /// The wall time, in nanoseconds: the first at which the playhead has reached the media time.
  ///
  /// At rates above normal the playhead may then be past it by a fraction of a nanosecond.
  public package(set) var wallTime: WallTime
  /// The media time, in nanoseconds from the origin.
  public package(set) var mediaTime: MediaTime

  /// A report of `mediaTime` at `wallTime`.
  public init(wallTime: WallTime, mediaTime: MediaTime) {
    self.wallTime = wallTime
    self.mediaTime = mediaTime
  }
}
