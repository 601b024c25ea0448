import PlayheadKit

/// How far the tracks of a segment are read as its bytes come.
struct TrackProgress {
  /// The times at which samples of a track are shown, and where in the bytes each is read, in byte
  /// order.
  private var samples: [UInt16: [(position: Int64, start: MediaTime)]] = [:]

  /// Adds the next sample in byte order: one of `track` that is shown from `start` on, and read
  /// once all bytes before `position` are in.
  mutating func add(_ start: MediaTime, of track: UInt16, at position: Int64) {
    samples[track, default: []].append((position, start))
  }

  /// Up to when all tracks are read, by the bytes from `origin` on that are in.
  ///
  /// A track is read up to the first of its samples that is yet to come, or to its end, which is in
  /// `tracks`.
  func parts(from origin: Int64, tracks: [UInt16: MediaTime]) -> [LadderSegment.Part] {
    var changes: [(position: Int64, track: UInt16, end: MediaTime)] = []
    var ends: [UInt16: MediaTime] = [:]
    for (track, own) in samples {
      guard let last = tracks[track] else { continue }
      var end = last
      for sample in own.reversed() {
        changes.append((sample.position, track, end))
        end = min(end, sample.start)
      }
      ends[track] = end
    }
    // Of samples that end at one place, the last one of a track says how far that is read.
    changes.sort { ($0.position, $0.end) < ($1.position, $1.end) }
    var parts: [LadderSegment.Part] = []
    // Playback begins once all tracks have something.
    guard var reached = ends.values.max() else { return [] }
    for change in changes {
      ends[change.track] = max(ends[change.track] ?? change.end, change.end)
      guard let now = ends.values.min(), now > reached else { continue }
      reached = now
      let part = LadderSegment.Part(bytes: change.position - origin, end: now)
      if parts.last?.bytes == part.bytes { parts.removeLast() }
      parts.append(part)
    }
    return parts
  }
}
