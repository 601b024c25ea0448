/// The time between one sync sample of a video track and the next, in media time.
///
/// Sync samples that are only decoded count too; a pair across which timestamps do not advance does
/// not.
package struct KeyframeInterval: Hashable, Sendable, Codable {
  /// The track's number.
  package let track: Int
  /// The shortest.
  package let minimum: MediaTime
  /// The mean, to the nearest nanosecond, halves up.
  package let mean: MediaTime
  /// The longest.
  package let maximum: MediaTime
}

extension MediaIndex {
  /// The keyframe intervals of the video tracks with at least two sync samples, in the order of
  /// their numbers.
  package func keyframeIntervals() -> [KeyframeInterval] {
    var parts = [KeyframeGaps](repeating: KeyframeGaps(), count: tracks.count)
    let isVideo = tracks.map { $0.kind == .video }
    for sample in samples where sample.isSync && isVideo[Int(sample.track)] {
      if let time = sample.presentationTime { parts[Int(sample.track)].add(time) }
    }
    return parts.enumerated().compactMap { $1.interval(of: $0) }
  }
}

/// The gaps between sync samples, as they come.
private struct KeyframeGaps {
  private var last: MediaTime?
  private var count: Int128 = 0
  private var sum: Int128 = 0
  private var minimum = MediaTime.bound
  private var maximum = MediaTime.zero

  mutating func add(_ time: MediaTime) {
    defer { last = time }
    guard let last, time > last else { return }
    let gap = time - last
    count += 1
    sum += Int128(gap.nanoseconds)
    minimum = min(minimum, gap)
    maximum = max(maximum, gap)
  }

  func interval(of track: Int) -> KeyframeInterval? {
    guard count > 0 else { return nil }
    return KeyframeInterval(
      track: track, minimum: minimum,
      mean: MediaTime(nanoseconds: Int64((2 * sum + count) / (2 * count))), maximum: maximum)
  }
}
