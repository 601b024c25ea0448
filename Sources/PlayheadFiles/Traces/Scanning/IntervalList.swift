import PlayheadModel

/// The intervals of a trace during reading.
struct IntervalList {
  private(set) var intervals: [BandwidthProfile.Interval] = []
  var afterwards = BandwidthProfile.Afterwards.repeats
  /// Their total duration in nanoseconds.
  private(set) var length: Int64 = 0

  /// The maximum number of intervals: more than any recording, and a gigabyte or two in memory.
  var maximumCount = 30_000_000

  /// Appends an interval that is at `offset` in `text`; times are in nanoseconds.
  ///
  /// - Throws: ``ProfileError`` if the total is then beyond `WallTime.bound`, or there are too many.
  mutating func append(
    duration: Int64, bitsPerSecond: Int64, latency: Int64 = 0, at offset: Int, of text: TraceText
  ) throws(ProfileError) {
    // Both are at most the bound, so the sum cannot overflow.
    length += duration
    guard length <= WallTime.bound.nanoseconds else {
      throw text.refusal(
        ofLineAt: offset, "the trace is longer than \(WallTime.bound.secondsText) s here")
    }
    guard intervals.count < maximumCount else {
      throw text.refusal(
        ofLineAt: offset, "the trace has more than \(maximumCount) intervals")
    }
    intervals.append(
      BandwidthProfile.Interval(
        duration: WallTime(nanoseconds: duration), rate: BitRate(bitsPerSecond: bitsPerSecond),
        latency: WallTime(nanoseconds: latency)))
  }

  /// Appends an interval as ``append(duration:bitsPerSecond:latency:at:of:)`` does, or extends the
  /// last one if nothing changes.
  ///
  /// - Throws: ``ProfileError`` if the total is then beyond `WallTime.bound`.
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
