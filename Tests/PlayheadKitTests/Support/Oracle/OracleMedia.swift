import PlayheadKit

/// What of a file is shown when, and how many bytes have to have come until it can be.
struct OracleMedia {
  struct Shown {
    var track: Int
    /// Counted from the origin.
    var time: Int64
    /// How many bytes have to have come, in the order in which they come.
    var due: Int
  }

  let reading: OracleReading
  private(set) var shown: [Shown] = []
  let duration: Int64

  init(_ index: MediaIndex, tracks: [Int], readThrough: Int64) {
    reading = OracleReading(index, tracks: tracks, readThrough: Int(readThrough))
    let played = index.samples.filter { tracks.contains(Int($0.track)) }
    var origin = Int64.max
    var end = Int64.min
    for sample in played where Self.isShown(sample) {
      let time = sample.presentationTime?.nanoseconds ?? 0
      origin = min(origin, time)
      end = max(end, time + sample.duration.nanoseconds)
    }
    duration = end - origin

    // For every offset, when the last of the wanted bytes before it comes.
    var isWanted = [Bool](repeating: false, count: reading.turn.count)
    for sample in played {
      for byte in Int(sample.offset)..<Int(sample.needs) { isWanted[byte] = true }
    }
    var dueBefore = [0]
    dueBefore.reserveCapacity(isWanted.count + 1)
    var due = 0
    for byte in isWanted.indices {
      if isWanted[byte] { due = max(due, reading.turn[byte]) }
      dueBefore.append(due)
    }

    for track in tracks {
      let samples = played.filter { $0.track == track }
      for (number, sample) in samples.enumerated() where Self.isShown(sample) {
        // The sample itself and what came before it, back to the sync sample.
        var needed = reading.openingEnd
        var back = number
        while true {
          needed = max(needed, dueBefore[Int(samples[back].needs)])
          if samples[back].isSync || back == 0 { break }
          back -= 1
        }
        let time = (sample.presentationTime?.nanoseconds ?? 0) - origin
        shown.append(Shown(track: track, time: time, due: needed))
      }
    }
  }

  /// How far the media is loaded once so many bytes have come: to the least presentation time that
  /// is not loaded, on whichever track it is.
  func loadedEnd(_ received: Int) -> Int64 {
    var end = duration
    for sample in shown where sample.due > received && sample.time < end { end = sample.time }
    return end
  }

  static func isShown(_ sample: Sample) -> Bool {
    sample.presentationTime != nil && !sample.flags.contains(.discarded)
  }
}
