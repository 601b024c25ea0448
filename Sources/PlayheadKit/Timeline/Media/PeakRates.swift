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

  /// The largest number of bytes within `window`, which a window that begins with a sample has.
  private static func mostBytes(
    of tracks: [[TrackTimeline.Entry]], in window: MediaTime
  ) -> Int64 {
    // In each track the window holds the samples from the first to the next.
    var first = tracks.map { _ in 0 }
    var next = first
    var sum: Int64 = 0
    var most: Int64 = 0
    while true {
      var start = MediaTime.bound + window
      for track in tracks.indices where first[track] < tracks[track].count {
        start = min(start, tracks[track][first[track]].time)
      }
      guard start <= .bound else { return most }
      for track in tracks.indices {
        while next[track] < tracks[track].count, tracks[track][next[track]].time < start + window {
          sum += tracks[track][next[track]].value
          next[track] += 1
        }
      }
      most = max(most, sum)
      for track in tracks.indices {
        while first[track] < next[track], tracks[track][first[track]].time == start {
          sum -= tracks[track][first[track]].value
          first[track] += 1
        }
      }
    }
  }
}
