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

/// A stretch of media that the playhead played between two states of a player.
///
/// It excludes its start: the playhead arrived there before.
struct Traversal: Hashable, Sendable {
  private let line: PlaybackState.Line
  private let wallTimes: ClosedRange<WallTime>
  /// The media time at which the playhead started.
  let start: MediaTime
  /// The last media time that the playhead reached.
  let end: MediaTime

  /// The media played from `old` to `new`; `transitions` show whether there was a jump.
  init(from old: PlaybackModel, to new: PlaybackModel, _ transitions: Transitions) {
    wallTimes = old.wallTime...new.wallTime
    start = old.currentTime
    guard let line = old.state.line else {
      self.line = old.line(from: start, at: .normal)
      end = start
      return
    }
    self.line = line
    // After a jump, the new state holds only its target; until the jump the playhead kept to its
    // line.
    let reached =
      if transitions.contains(.looped) {
        old.duration
      } else if transitions.contains(.timeJumped) {
        min(line.mediaTime(at: new.wallTime), old.duration)
      } else {
        new.currentTime
      }
    end = max(start, reached)
  }

  /// Whether the playhead reached `mediaTime`.
  func contains(_ mediaTime: MediaTime) -> Bool {
    start < mediaTime && mediaTime <= end
  }

  /// When the playhead reached `mediaTime`.
  ///
  /// - Precondition: ``contains(_:)`` is true for it.
  func time(reaching mediaTime: MediaTime) -> ObservedTime {
    let wallTime = line.wallTime(reaching: mediaTime)
    return ObservedTime(
      wallTime: min(max(wallTime, wallTimes.lowerBound), wallTimes.upperBound),
      mediaTime: mediaTime)
  }
}
