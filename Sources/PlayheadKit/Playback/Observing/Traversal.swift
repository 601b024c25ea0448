/// A stretch of media that the playhead moved through by playing, between two states of a player.
///
/// It begins past the place where the playhead was: that one was come to before.
struct Traversal: Hashable, Sendable {
  private let line: PlaybackModel.Line
  private let rate: PlaybackRate
  private let wallTimes: ClosedRange<MediaTime>
  /// The media time that the playhead left.
  let start: MediaTime
  /// The last media time that it came to.
  let end: MediaTime

  /// What was played from `old` to `new`, of which `transitions` tells whether there was a jump.
  init(from old: PlaybackModel, to new: PlaybackModel, _ transitions: Transitions) {
    line = old.line
    rate = old.rate
    wallTimes = old.wallTime...new.wallTime
    start = old.currentTime
    guard old.timeControlStatus == .playing else {
      end = start
      return
    }
    // Of a jump only the far side is left in the new state; before it, the playhead kept to its line.
    let reached =
      if transitions.contains(.looped) {
        old.duration
      } else if transitions.contains(.timeJumped) {
        min(old.mediaTime(at: new.wallTime), old.duration)
      } else {
        new.currentTime
      }
    end = max(start, reached)
  }

  /// Whether the playhead came to `mediaTime`.
  func contains(_ mediaTime: MediaTime) -> Bool {
    start < mediaTime && mediaTime <= end
  }

  /// When it did.
  ///
  /// - Precondition: it did.
  func time(reaching mediaTime: MediaTime) -> ObservedTime {
    let wallTime = line.wallTime + rate.wallTime(for: mediaTime - line.mediaTime)
    return ObservedTime(
      wallTime: min(max(wallTime, wallTimes.lowerBound), wallTimes.upperBound),
      mediaTime: mediaTime)
  }
}
