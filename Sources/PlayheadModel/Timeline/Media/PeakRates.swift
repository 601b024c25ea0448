/// The highest rates of media over windows of media time.
///
/// The peak over a window W is the largest number of bytes, over all t, of the samples whose
/// presentation times lie in [t, t + W), times 8 ÷ W, to the nearest bit per second, halves up. It
/// counts the shown samples of the played tracks, each as a whole at its presentation time and
/// without the container's framing.
package struct PeakRates: Hashable, Sendable, Codable {
  /// The peak over 1 s; `nil` if the media is shorter.
  package let over1Second: BitRate?
  /// The peak over 10 s; `nil` if the media is shorter.
  package let over10Seconds: BitRate?

  /// The peak rates of `presentation`, which is of `index`.
  package init(_ index: MediaIndex, _ presentation: Presentation) {
    let peaks = PeakRate.peaks(of: index, presentation, over: [.seconds(1), .seconds(10)])
    over1Second = peaks[0]?.rate
    over10Seconds = peaks[1]?.rate
  }
}

/// The highest rate of media over a window of media time, as ``PeakRates`` define it, and where
/// that is.
package struct PeakRate: Hashable, Sendable {
  /// The length of the window, in media time.
  package let window: MediaTime
  /// The rate.
  package let rate: BitRate
  /// When the first window of this rate begins, in media time counted from the origin.
  package let start: MediaTime

  /// The peak over each of `windows` of the tracks of `presentation`, which is of `index`; `nil`
  /// where the media is shorter than the window.
  package static func peaks(
    of index: MediaIndex, _ presentation: Presentation, over windows: [MediaTime]
  ) -> [PeakRate?] {
    let samples = TrackTimeline.merged(of: index, tracks: presentation.tracks, .size)
    return windows.map { window in
      guard presentation.duration >= window else { return nil }
      let most = mostBytes(of: samples, in: window)
      return BitRate(bytes: most.bytes, over: window).map {
        PeakRate(window: window, rate: $0, start: most.start - presentation.origin)
      }
    }
  }

  /// The largest number of bytes within `window`, which some window that begins with a sample has,
  /// and when the first of those begins; the samples are in order of time.
  private static func mostBytes(
    of samples: [TrackTimeline.Entry], in window: MediaTime
  ) -> (bytes: Int64, start: MediaTime) {
    let samples = samples.span
    var next = 0
    var sum: Int64 = 0
    var most: (bytes: Int64, start: MediaTime) = (-1, .zero)
    for first in samples.indices {
      let end = samples[first].time + window
      while next < samples.count, samples[next].time < end {
        sum += samples[next].value
        next += 1
      }
      if sum > most.bytes { most = (sum, samples[first].time) }
      sum -= samples[first].value
    }
    return (max(0, most.bytes), most.start)
  }
}
