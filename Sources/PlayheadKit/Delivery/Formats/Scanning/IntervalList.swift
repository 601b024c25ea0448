/// The intervals of a trace as they are read.
struct IntervalList {
  private(set) var intervals: [BandwidthProfile.Interval] = []
  var afterwards = BandwidthProfile.Afterwards.repeats
  /// How long they last together, in nanoseconds.
  private(set) var length: Int64 = 0

  /// Adds an interval that stands at `offset` of `text`; times are in nanoseconds.
  ///
  /// - Throws: ``ProfileError`` if the intervals are then longer than `MediaTime.bound`.
  mutating func append(
    duration: Int64, bitsPerSecond: Int64, latency: Int64 = 0, at offset: Int, of text: TraceText
  ) throws(ProfileError) {
    // Both are at most the bound, so the sum cannot overflow.
    length += duration
    guard length <= MediaTime.bound.nanoseconds else {
      throw text.refusal(
        ofLineAt: offset, "the trace is longer than \(MediaTime.bound.secondsText) s here")
    }
    intervals.append(
      BandwidthProfile.Interval(
        duration: MediaTime(nanoseconds: duration), rate: BitRate(bitsPerSecond: bitsPerSecond),
        latency: MediaTime(nanoseconds: latency)))
  }

  /// Adds an interval as ``append(duration:bitsPerSecond:latency:at:of:)`` does, or makes the last
  /// one longer if nothing changes.
  ///
  /// - Throws: ``ProfileError`` if the intervals are then longer than `MediaTime.bound`.
  mutating func extend(
    by duration: Int64, bitsPerSecond: Int64, at offset: Int, of text: TraceText
  ) throws(ProfileError) {
    guard let last = intervals.last, last.rate.bitsPerSecond == bitsPerSecond else {
      return try append(duration: duration, bitsPerSecond: bitsPerSecond, at: offset, of: text)
    }
    intervals.removeLast()
    length -= last.duration.nanoseconds
    try append(
      duration: last.duration.nanoseconds + duration, bitsPerSecond: bitsPerSecond, at: offset,
      of: text)
  }
}
