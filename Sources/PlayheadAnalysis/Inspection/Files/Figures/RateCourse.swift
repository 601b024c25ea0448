package import PlayheadModel

/// The bytes of media over its duration, in equal parts.
///
/// It counts as ``PeakRates`` do: the shown samples of the played tracks, each as a whole at its
/// presentation time.
package struct RateCourse: Hashable, Sendable {
  /// The bytes of each part, in order.
  package let bytes: [Int64]
  /// The duration of all parts together, in media time.
  package let duration: MediaTime

  /// The number of parts, more than any terminal has columns.
  static let parts = 512

  /// The course of `presentation`, which is of `index`.
  package init(_ index: MediaIndex, _ presentation: Presentation) {
    duration = presentation.duration
    var bytes = [Int64](repeating: 0, count: Self.parts)
    let isPlayed = index.tracks.map { presentation.tracks.contains($0.id) }
    for sample in index.samples where isPlayed[Int(sample.track)] && sample.isShown {
      guard let time = sample.presentationTime, duration > .zero else { continue }
      let place =
        Int128((time - presentation.origin).nanoseconds) * Int128(Self.parts)
        / Int128(duration.nanoseconds)
      bytes[min(Int(place), Self.parts - 1)] += Int64(sample.size)
    }
    self.bytes = bytes
  }

  /// The mean rates of `count` columns, each of the whole parts that begin in it.
  ///
  /// - Precondition: `count` is positive.
  package func rates(columns count: Int) -> [BitRate] {
    let count = min(count, bytes.count)
    return (0..<count).map { column in
      let (first, end) = (column * bytes.count / count, (column + 1) * bytes.count / count)
      let sum = bytes[first..<end].reduce(0, +)
      let bits = Int128(sum) * Int128(BitRate.quantaPerByte) * Int128(bytes.count)
      let time = Int128(duration.nanoseconds) * Int128(end - first)
      return BitRate(bitsPerSecond: time > 0 ? Int64(clamping: bits / time) : 0)
    }
  }
}
