package import PlayheadModel

/// The leaky buckets that a stream fits into, as in H.264, Annex C: for each rate the minimum size,
/// and how full the bucket has to be before the first frame is taken.
///
/// Bits flow in at the rate while the bucket is not full, and all of a frame are taken at once when
/// it is decoded. The size at a rate is the maximum, over all runs of frames, of their size less
/// what flows in from the first of them to the last. So it falls along straight lines, from corner
/// to corner, as the rate grows: the lower hull of all pairs of a rate and a size that suffice.
package struct LeakyBucket: Hashable, Sendable {
  /// A rate, and the bucket that suffices for it.
  package struct Pair: Hashable, Sendable {
    /// The rate at which bits flow in.
    package let rate: BitRate
    /// The minimum size of the bucket, in bytes, rounded up.
    package let size: Int64
    /// The minimum fullness as the first frame is taken, in bytes, rounded up.
    package let fullness: Int64

    /// How long the bucket takes to fill that far, in wall time, rounded up; `nil` if it never
    /// does.
    package var fillTime: WallTime? {
      guard rate > .zero else { return fullness == 0 ? .zero : nil }
      let bits = Int128(fullness) * Int128(BitRate.quantaPerByte)
      return Int64(exactly: bits.roundedUp(by: Int128(rate.bitsPerSecond))).map {
        WallTime(nanoseconds: $0)
      }
    }
  }

  /// The number of the track; `nil` for all that is played, with the container's framing.
  package let track: Int?
  /// The bytes of all frames.
  package let bytes: Int64
  /// The time from the first frame taken to the last, in media time.
  package let span: MediaTime
  /// The corners of the hull, from the lowest rate to the highest; with a higher rate than the last
  /// one's a bucket still has to hold the largest frame.
  package let corners: [Pair]

  /// Bytes of runs of frames by the time from the first to the last.
  private let runs: UpperHull
  /// Bytes of runs that begin with the first frame, by the time from the first to the last.
  private let prefixes: UpperHull

  /// The buckets for frames of `sizes` bytes that are taken at `times`, which never decrease.
  init(track: Int?, times: [Int64], sizes: [Int64]) {
    self.track = track
    bytes = sizes.reduce(0, +)
    span = MediaTime(nanoseconds: (times.last ?? 0) - (times.first ?? 0))
    let hulls = RunHulls(times: times.map { $0 - (times.first ?? 0) }, sizes: sizes)
    runs = hulls.runs
    prefixes = hulls.ends
    let points = hulls.runs.points
    var rates: [BitRate] = []
    for (left, right) in zip(points, points.dropFirst()).reversed() {
      let bits = Int128(right.y - left.y) * Int128(BitRate.quantaPerByte)
      let exact = bits.roundedUp(by: Int128(right.x - left.x))
      let rate = BitRate(bitsPerSecond: Int64(clamping: exact))
      if rate <= .bound, rate != rates.last { rates.append(rate) }
    }
    corners = rates.map { Self.pair(at: $0, hulls.runs, hulls.ends) }
  }

  /// The mean rate of the frames over ``span``, rounded up; `nil` if all are taken at once.
  package var meanRate: BitRate? {
    guard span > .zero else { return nil }
    let bits = Int128(bytes) * Int128(BitRate.quantaPerByte)
    return Int64(exactly: bits.roundedUp(by: Int128(span.nanoseconds))).map {
      BitRate(bitsPerSecond: $0)
    }
  }

  /// The bucket for a rate.
  package func pair(at rate: BitRate) -> Pair {
    Self.pair(at: rate, runs, prefixes)
  }

  private static func pair(
    at rate: BitRate, _ runs: UpperHull, _ prefixes: UpperHull
  ) -> Pair {
    Pair(rate: rate, size: runs.bytesAbove(rate), fullness: prefixes.bytesAbove(rate))
  }
}

extension UpperHull {
  /// The most bytes, over the points, that are more than what flows at `rate`, rounded up.
  fileprivate func bytesAbove(_ rate: BitRate) -> Int64 {
    // Along the hull it grows as long as an edge is steeper than the rate.
    func above(_ point: Point) -> Int128 {
      Int128(point.y) * Int128(BitRate.quantaPerByte) - Int128(rate.bitsPerSecond) * Int128(point.x)
    }
    guard !points.isEmpty else { return 0 }
    var (low, high) = (0, points.count - 1)
    while low < high {
      let middle = low + (high - low) / 2
      if above(points[middle + 1]) > above(points[middle]) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return max(0, Int64(clamping: above(points[low]).roundedUp(by: Int128(BitRate.quantaPerByte))))
  }
}

/// Hulls of the bytes of frames by time: of all runs, of the runs from the first frame on, and of
/// where runs begin.
///
/// A run is within one half of the frames, or is an end in the second half less a beginning in the
/// first. So the hull of halves put together is the hull of theirs and of sums, edge by edge.
private struct RunHulls {
  /// Bytes by time of all runs, each from its first frame to its last.
  var runs = UpperHull()
  /// Bytes up to and with each frame, by its time.
  var ends = UpperHull()
  /// Bytes before each frame, by its time, both negative.
  var beginnings = UpperHull()

  init(times: [Int64], sizes: [Int64]) {
    guard !times.isEmpty else { return }
    var before: [Int64] = [0]
    before.reserveCapacity(sizes.count + 1)
    for size in sizes { before.append(before[before.count - 1] + size) }
    self = Self(0..<times.count, times, before)
  }

  private static let fewFrames = 8

  private init(_ frames: Range<Int>, _ times: [Int64], _ before: [Int64]) {
    guard frames.count > Self.fewFrames else {
      for last in frames { ends.add(UpperHull.Point(x: times[last], y: before[last + 1])) }
      for first in frames.reversed() {
        beginnings.add(UpperHull.Point(x: -times[first], y: -before[first]))
      }
      var points: [UpperHull.Point] = []
      for first in frames {
        for last in first..<frames.upperBound {
          points.append(
            UpperHull.Point(x: times[last] - times[first], y: before[last + 1] - before[first]))
        }
      }
      points.sort { ($0.x, $0.y) < ($1.x, $1.y) }
      runs = UpperHull(points)
      return
    }
    let middle = frames.lowerBound + frames.count / 2
    let first = Self(frames.lowerBound..<middle, times, before)
    let second = Self(middle..<frames.upperBound, times, before)
    runs = first.runs.union(second.runs).union(second.ends.sum(first.beginnings))
    ends = first.ends.union(second.ends)
    beginnings = second.beginnings.union(first.beginnings)
  }
}

extension LeakyBucket {
  /// The buckets for a track of `index`, whose samples are taken in decoding order, each at its
  /// decode time, or at its presentation time without one, but none before the one that it follows.
  package init(_ index: MediaIndex, track: Int) {
    var times: [Int64] = []
    var sizes: [Int64] = []
    var time: Int64?
    for sample in index.samples where Int(sample.track) == track {
      let own = (sample.decodeTime ?? sample.presentationTime)?.nanoseconds
      time = max(own ?? time ?? 0, time ?? own ?? 0)
      times.append(time ?? 0)
      sizes.append(Int64(sample.size))
    }
    self.init(track: track, times: times, sizes: sizes)
  }

  /// The buckets for all that playback needs with the container's framing, each byte taken when it
  /// is needed at the latest; opening the file is left out.
  package init(_ needed: NeededBytes) {
    var times: [Int64] = []
    var sizes: [Int64] = []
    var downloaded = needed.openingBytes
    for deadline in needed.deadlines {
      times.append(deadline.time.nanoseconds)
      sizes.append(max(0, deadline.downloaded - downloaded))
      downloaded = max(downloaded, deadline.downloaded)
    }
    self.init(track: nil, times: times, sizes: sizes)
  }
}
