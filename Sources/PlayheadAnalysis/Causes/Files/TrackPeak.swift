import PlayheadModel

/// The stretch of media time around a stall in which a track has most bytes beyond its mean rate.
struct TrackPeak: Hashable {
  /// A peak that led to a stall ends where the rate is not above the mean for longer than this.
  private static let pause: MediaTime = .seconds(1)

  let range: TimeRange
  let rate: BitRate
  let mean: BitRate

  /// The peak of the track of `course` that leads to a stall at `time`, in a run that began at
  /// `start` and played to `end`; `nil` if the rate is not above the mean there.
  init?(of course: TrackCourse, at time: MediaTime, from start: MediaTime, to end: MediaTime) {
    guard let mean = course.meanRate, course.times.count > 1 else { return nil }
    // Bytes beyond the mean rate since the start of the track, in quanta.
    func excess(_ place: Int) -> Int128 {
      Int128(course.bytes[place]) * Int128(BitRate.quantaPerByte)
        - Int128(mean.bitsPerSecond) * Int128((course.times[place] - course.times[0]).nanoseconds)
    }
    let first = course.times.partitionPoint { $0 >= start }
    let stall = max(first, course.times.partitionPoint { $0 >= time })
    let last = min(course.times.count, course.times.partitionPoint { $0 > end }) - 1
    guard first <= stall, stall <= last else { return nil }
    var (low, high) = (first, stall)
    for place in first...stall where excess(place) <= excess(low) { low = place }
    high = max(high, low)
    for place in high...last {
      if excess(place) > excess(high) { high = place }
      guard course.times[place] - course.times[high] <= Self.pause else { break }
    }
    if high == low { return nil }
    guard let rate = course.rate(from: low, to: high), rate > mean else { return nil }
    range = TimeRange(start: course.times[low], end: course.times[high])
    self.rate = rate
    self.mean = mean
  }
}
