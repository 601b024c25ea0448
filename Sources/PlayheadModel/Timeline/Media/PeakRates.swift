/// The highest rates of media over windows of media time.
///
/// The peak over a window W is the largest number of bytes, over all t, of the samples whose
/// presentation times lie in [t, t + W), times 8 ÷ W, to the nearest bit per second, halves up. It
/// counts the shown samples of the played tracks, each as a whole at its presentation time and
/// without the container's framing.
public struct PeakRates: Hashable, Sendable, Codable {
  /// The peak over 1 s; `nil` if the media is shorter.
  public let over1Second: BitRate?
  /// The peak over 10 s; `nil` if the media is shorter.
  public let over10Seconds: BitRate?

  /// The peak rates of `presentation`, which is of `index`.
  package init(_ index: MediaIndex, _ presentation: Presentation) {
    let samples = TrackTimeline.merged(of: index, tracks: presentation.tracks, .size)
    func peak(_ window: MediaTime) -> BitRate? {
      guard presentation.duration >= window else { return nil }
      let bits = Int128(Self.maximumBytes(of: samples, in: window)) * Int128(BitRate.quantaPerByte)
      let time = Int128(window.nanoseconds)
      return Int64(exactly: (2 * bits + time) / (2 * time)).map { BitRate(bitsPerSecond: $0) }
    }
    over1Second = peak(.seconds(1))
    over10Seconds = peak(.seconds(10))
  }

  /// The largest number of bytes within `window`, which some window that begins with a sample has;
  /// the samples are in order of time.
  private static func maximumBytes(
    of samples: [TrackTimeline.Entry], in window: MediaTime
  ) -> Int64 {
    let samples = samples.span
    var next = 0
    var sum: Int64 = 0
    var most: Int64 = 0
    for first in samples.indices {
      let end = samples[first].time + window
      while next < samples.count, samples[next].time < end {
        sum += samples[next].value
        next += 1
      }
      most = max(most, sum)
      sum -= samples[first].value
    }
    return most
  }
}
