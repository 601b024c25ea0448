import PlayheadKit

/// A session as it is often simulated: in steps of 10 ms, each of which adds bytes, counts the
/// samples that are in, and moves the playhead.
///
/// It knows one request, no latency but the first, and nothing of what happens within a step.
struct PlainSimulation {
  private static let step = 0.01

  /// A track's samples in the order in which they are shown: when, and by what byte they are in.
  private struct PlainTrack {
    var times: [Double] = []
    var needs: [Double] = []
  }

  private let tracks: [PlainTrack]
  private let duration: Double
  private let bytes: Double
  private let rates: [Double]
  private let interval: Double
  private let latency: Double

  /// The media of `index` over intervals of one length.
  init(_ index: MediaIndex, _ profile: BandwidthProfile) {
    var shown = index.tracks.map { _ in [(time: Double, needs: Double)]() }
    var end = 0.0
    for sample in index.samples {
      let time = Double(sample.presentationTime?.nanoseconds ?? 0) / 1e9
      shown[Int(sample.track)].append((time, Double(sample.needs)))
      end = max(end, time + Double(sample.duration.nanoseconds) / 1e9)
    }
    tracks = shown.map { samples in
      let ordered = samples.sorted { $0.time < $1.time }
      return PlainTrack(times: ordered.map(\.time), needs: ordered.map(\.needs))
    }
    duration = end
    bytes = Double(index.bytes)
    rates = profile.intervals.map { Double($0.rate.bitsPerSecond) / 8 }
    interval = Double(profile.intervals[0].duration.nanoseconds) / 1e9
    latency = Double(profile.intervals[0].latency.nanoseconds) / 1e9
  }

  /// Plays it with two seconds to start and to resume; returns the number of stalls.
  func play(high: Double, low: Double) -> Int {
    var wall = 0.0
    var playhead = 0.0
    var received = 0.0
    var next = tracks.map { _ in 0 }
    var loaded = 0.0
    var isPlaying = false
    var isFull = false
    var hasStarted = false
    var stalls = 0
    while playhead < duration {
      if wall >= latency, !isFull, received < bytes {
        received += rates[Int(wall / interval) % rates.count] * Self.step
        loaded = duration
        for track in tracks.indices {
          while next[track] < tracks[track].needs.count,
            tracks[track].needs[next[track]] <= received
          {
            next[track] += 1
          }
          if next[track] < tracks[track].times.count {
            loaded = min(loaded, tracks[track].times[next[track]])
          }
        }
      }
      if isPlaying { playhead = min(playhead + Self.step, loaded) }
      let level = loaded - playhead
      if isFull ? level <= low : level >= high { isFull.toggle() }
      if isPlaying, level <= 0, playhead < duration {
        isPlaying = false
        stalls += 1
      } else if !isPlaying, level >= 2 || loaded >= duration || isFull {
        isPlaying = true
        hasStarted = true
      }
      wall += Self.step
    }
    return hasStarted ? stalls : -1
  }
}
