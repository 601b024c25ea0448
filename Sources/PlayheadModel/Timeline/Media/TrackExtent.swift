/// The time range and the size of a played track.
package struct TrackExtent: Hashable, Sendable, Codable {
  /// The track's number.
  package let track: Int
  /// From its first sample shown to the end of its last, in media time counted from the origin.
  package let range: TimeRange
  /// The size of the samples shown, in bytes, without the container's framing.
  package let bytes: Int64

  /// The mean rate over ``range``, to the nearest bit per second, halves up; `nil` if that has no
  /// length.
  package var rate: BitRate? { BitRate(bytes: bytes, over: range.duration) }
}

extension MediaIndex {
  /// The extents of the tracks of `presentation` that show anything, in the order of their numbers.
  package func extents(in presentation: Presentation) -> [TrackExtent] {
    var parts = [Part?](repeating: nil, count: tracks.count)
    let isPlayed = tracks.map { presentation.tracks.contains($0.id) }
    for sample in samples where isPlayed[Int(sample.track)] && sample.isShown {
      guard let start = sample.presentationTime else { continue }
      let end = start + sample.duration
      let part = parts[Int(sample.track)] ?? Part(start: start, end: end)
      parts[Int(sample.track)] = Part(
        start: min(part.start, start), end: max(part.end, end),
        bytes: part.bytes + Int64(sample.size))
    }
    return parts.enumerated().compactMap { track, part in
      part.map { part in
        TrackExtent(
          track: track,
          range: TimeRange(
            start: part.start - presentation.origin, end: part.end - presentation.origin),
          bytes: part.bytes)
      }
    }
  }

  private struct Part {
    var start: MediaTime
    var end: MediaTime
    var bytes: Int64 = 0
  }
}
