/// The presentation times of the frames of a video track, in order.
public struct FrameTimes: Hashable, Sendable {
  /// The times, each once; none is at or after ``end``.
  public let times: [MediaTime]
  /// Where the last frame ends.
  public let end: MediaTime

  /// Frames at `times`, counted from the origin, of which the last ends at `end`.
  ///
  /// - Precondition: the times grow, and all are before `end`.
  public init(_ times: [MediaTime] = [], end: MediaTime = .zero) {
    precondition(
      zip(times, times.dropFirst()).allSatisfy { $0 < $1 } && times.last.map { $0 < end } ?? true,
      "frame times do not grow")
    self.times = times
    self.end = end
  }

  /// The number of frames that begin at `time` or before.
  func count(at time: MediaTime) -> Int {
    times.partitionPoint(near: guess(of: time)) { $0 > time }
  }

  /// The number of frames that begin before `time`.
  func count(before time: MediaTime) -> Int {
    times.partitionPoint(near: guess(of: time)) { $0 >= time }
  }

  /// When the frame of this number, from zero, begins; the end beyond the last one.
  func start(of number: Int) -> MediaTime {
    number < times.count ? times[max(0, number)] : end
  }

  /// About how many frames begin before `time`: most tracks have frames of about equal length.
  private func guess(of time: MediaTime) -> Int {
    times.first.map { time.guess(of: times.count, from: $0, to: end) } ?? 0
  }
}
