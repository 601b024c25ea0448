import PlayheadModel

/// The intervals of a trace during reading.
///
/// They are kept in chunks: an array that grows takes the memory of both sizes, so that a long
/// trace would take twice what its intervals do.
struct IntervalList {
  /// The chunks that are full, in order.
  private var chunks: [[BandwidthProfile.Interval]] = []
  /// The chunk that is being filled; empty only if the list is.
  private var last: [BandwidthProfile.Interval] = []
  /// The number of intervals.
  private(set) var count = 0
  var afterwards = BandwidthProfile.Afterwards.repeats
  /// How the trace was understood, a few words each.
  var notes: [String] = []
  /// Their total duration in nanoseconds.
  private(set) var length: Int64 = 0

  /// The maximum number of intervals: more than any recording, and a gigabyte or two in memory.
  var maximumCount = 30_000_000

  /// The number of intervals of a chunk.
  let chunkCount: Int

  /// Makes an empty list.
  ///
  /// - Parameter chunkCount: The number of intervals of a chunk, by default 64 MiB of them, which
  ///   the system takes back as soon as they are freed.
  init(chunkCount: Int = 1 << 21) {
    self.chunkCount = chunkCount
  }

  /// Whether no interval is in it.
  var isEmpty: Bool { count == 0 }

  /// Appends an interval that is at `offset` in `text`; times are in nanoseconds.
  ///
  /// - Throws: ``ProfileError`` if the total is then beyond `WallTime.bound`, or there are too
  ///   many.
  mutating func append(
    duration: Int64, bitsPerSecond: Int64, latency: Int64 = 0, at offset: Int, of text: TraceText
  ) throws(ProfileError) {
    // Both are at most the bound, so the sum cannot overflow.
    length += duration
    guard length <= WallTime.bound.nanoseconds else {
      throw text.refusal(
        ofLineAt: offset, "the trace is longer than \(WallTime.bound.secondsText) s here")
    }
    guard count < maximumCount else {
      throw text.refusal(
        ofLineAt: offset, "the trace has more than \(maximumCount) intervals")
    }
    if last.count == chunkCount {
      chunks.append(last)
      last = []
      last.reserveCapacity(chunkCount)
    }
    last.append(
      BandwidthProfile.Interval(
        duration: WallTime(nanoseconds: duration), rate: BitRate(bitsPerSecond: bitsPerSecond),
        latency: WallTime(nanoseconds: latency)))
    count += 1
  }

  /// Appends an interval as ``append(duration:bitsPerSecond:latency:at:of:)`` does, or extends the
  /// last one if nothing changes.
  ///
  /// - Throws: ``ProfileError`` if the total is then beyond `WallTime.bound`.
  mutating func extend(
    by duration: Int64, bitsPerSecond: Int64, at offset: Int, of text: TraceText
  ) throws(ProfileError) {
    guard let former = last.last, former.rate.bitsPerSecond == bitsPerSecond else {
      return try append(duration: duration, bitsPerSecond: bitsPerSecond, at: offset, of: text)
    }
    last.removeLast()
    count -= 1
    length -= former.duration.nanoseconds
    try append(
      duration: former.duration.nanoseconds + duration, bitsPerSecond: bitsPerSecond, at: offset,
      of: text)
  }

  /// All intervals in order, each chunk being freed once it is copied.
  consuming func joined() -> [BandwidthProfile.Interval] {
    guard !chunks.isEmpty else { return last }
    var intervals: [BandwidthProfile.Interval] = []
    intervals.reserveCapacity(count)
    for number in chunks.indices {
      intervals += chunks[number]
      chunks[number] = []
    }
    intervals += last
    return intervals
  }
}
