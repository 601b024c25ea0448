/// The highest rates of media over windows of media time.
///
/// The peak over a window W is the largest number of bytes, over all t, of the samples whose
/// presentation times lie in [t, t + W), times 8 ÷ W, to the nearest bit per second, halves up. It
/// counts the shown samples of the played tracks, each as a whole at its presentation time and
/// without the container's framing.
public struct PeakRates: Hashable, Sendable {
  /// The peak over 1 s; `nil` if the media is shorter.
  public let over1Second: BitRate?
  /// The peak over 10 s; `nil` if the media is shorter.
  public let over10Seconds: BitRate?

  /// The peak rates of `presentation`, which is of `index`.
  init(_ index: MediaIndex, _ presentation: Presentation) {
    let tracks = TrackTimeline.timelines(of: index, tracks: presentation.tracks, .size)
      .map(\.shown)
    func peak(_ window: MediaTime) -> BitRate? {
      guard presentation.duration >= window else { return nil }
      let bits = Int128(Self.mostBytes(of: tracks, in: window)) * 8_000_000_000
      let time = Int128(window.nanoseconds)
      return Int64(exactly: (2 * bits + time) / (2 * time)).map { BitRate(bitsPerSecond: $0) }
    }
    over1Second = peak(.seconds(1))
    over10Seconds = peak(.seconds(10))
  }

  /// The largest number of bytes within `window`, which some window that begins with a sample has;
  /// the samples of each of `tracks` are in order of time.
  private static func mostBytes(
    of tracks: [[TrackTimeline.Entry]], in window: MediaTime
  ) -> Int64 {
    var firsts = tracks.map { _ in 0 }
    var nexts = firsts
    var sum: Int64 = 0
    var most: Int64 = 0
    while true {
      var first: (track: Int, time: MediaTime)?
      for (track, samples) in tracks.enumerated() where firsts[track] < samples.count {
        let time = samples[firsts[track]].time
        if time < first?.time ?? MediaTime(nanoseconds: .max) { first = (track, time) }
      }
      guard let first else { return most }
      for (track, samples) in tracks.enumerated() {
        while nexts[track] < samples.count, samples[nexts[track]].time < first.time + window {
          sum += samples[nexts[track]].value
          nexts[track] += 1
        }
      }
      most = max(most, sum)
      sum -= tracks[first.track][firsts[first.track]].value
      firsts[first.track] += 1
    }
  }
}
