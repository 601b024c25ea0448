package import PlayheadLadder
package import PlayheadModel

/// The run of segments with the highest bit rate, as RFC 8216bis §4.1 defines the peak of a
/// playlist: of all contiguous runs whose total length is 0.5 to 1.5 target durations.
package struct PeakRun: Hashable, Sendable {
  /// The bytes of the run over its length.
  package let rate: BitRate
  /// The numbers of its segments.
  package let segments: Range<Int>

  /// The first run of the highest bit rate of `level`; `nil` if no run is of such a length.
  ///
  /// Lengths are those that the manifest declares, of segments that their period cuts their own. A
  /// run ends at a segment that is missing.
  package init?(of level: Level, targetDuration: MediaTime) {
    guard targetDuration > .zero, let sums = Sums(of: level) else { return nil }
    // Dinkelbach's method: the run with the most bytes above a rate has a higher rate, or none has.
    var best: (bytes: Int128, length: Int128, segments: Range<Int>)?
    while let run = sums.run(
      mostAbove: (best?.bytes ?? -1, best?.length ?? 1), targetDuration: targetDuration)
    {
      best = (
        sums.bytes[run.upperBound] - sums.bytes[run.lowerBound],
        sums.ends[run.upperBound] - sums.ends[run.lowerBound], run
      )
    }
    guard let best, let bytes = Int64(exactly: best.bytes),
      let length = Int64(exactly: best.length),
      let rate = BitRate(bytes: bytes, over: MediaTime(nanoseconds: length))
    else { return nil }
    self.rate = rate
    segments = best.segments
  }

  /// Bytes and lengths of the segments, summed up.
  private struct Sums {
    /// The bytes before each segment, and of all.
    private(set) var bytes: [Int128] = [0]
    /// The lengths before each segment, and of all.
    private(set) var ends: [Int128] = [0]
    /// Where a stretch without missing segments begins.
    private var stretches: [Int] = [0]

    /// `nil` if they are too large to be multiplied.
    init?(of level: Level) {
      for (number, segment) in level.segments.enumerated() {
        bytes.append(bytes[number] + Int128(segment.resource.bytes))
        ends.append(ends[number] + Int128(max(.zero, segment.ownLength).nanoseconds))
        if !segment.isPresent { stretches += [number, number + 1] }
      }
      stretches.append(level.segments.count)
      guard bytes[level.segments.count] < 1 << 60, ends[level.segments.count] < 1 << 60 else {
        return nil
      }
      missing = Set(level.segments.indices.filter { !level.segments[$0].isPresent })
    }

    private let missing: Set<Int>

    /// The run with the most bytes above `rate` times its length; `nil` if none has any.
    ///
    /// The best start for each end is the least of a sliding window, kept in order in a queue.
    func run(
      mostAbove rate: (bytes: Int128, length: Int128), targetDuration: MediaTime
    ) -> Range<Int>? {
      let target = Int128(targetDuration.nanoseconds)
      func height(_ place: Int) -> Int128 { bytes[place] * rate.length - rate.bytes * ends[place] }
      var best: (excess: Int128, run: Range<Int>)?
      for (first, last) in zip(stretches, stretches.dropFirst())
      where first < last && !missing.contains(first) {
        var queue: [Int] = []
        var head = 0
        var next = first
        for end in first + 1...last {
          while next < end, (ends[end] - ends[next]) * 2 >= target {
            let added = height(next)
            while queue.count > head, height(queue[queue.count - 1]) > added { queue.removeLast() }
            queue.append(next)
            next += 1
          }
          while head < queue.count, (ends[end] - ends[queue[head]]) * 2 > target * 3 { head += 1 }
          guard head < queue.count else { continue }
          let excess = height(end) - height(queue[head])
          if excess > best?.excess ?? 0 { best = (excess, queue[head]..<end) }
        }
      }
      return best?.run
    }
  }
}

extension LadderSegment {
  /// Whether it is there and can be played.
  var isPresent: Bool { !isGap && damage == nil }
}
