/// The bytes of a track over media time, in the order in which it is decoded.
package struct TrackCourse: Sendable {
  /// The track's number.
  package let track: Int
  /// What it carries.
  package let kind: Track.Kind
  /// When each access unit begins, in media time counted from the origin, and where the last one
  /// ends.
  package let times: [MediaTime]
  /// The bytes before each of these times, the container's framing included.
  package let bytes: [Int64]

  /// The mean rate between two places in ``times``, to the nearest bit per second, halves up; `nil`
  /// if they are at one time.
  package func rate(from start: Int, to end: Int) -> BitRate? {
    TrackExtent(
      track: track, range: TimeRange(start: times[start], end: max(times[start], times[end])),
      bytes: bytes[end] - bytes[start]
    ).rate
  }

  /// The mean rate of the track.
  package var meanRate: BitRate? { rate(from: 0, to: times.count - 1) }
}

/// How far apart in a file two tracks lie that are due at one time.
package struct InterleavingGap: Hashable, Sendable {
  /// The number of the track whose bytes come last.
  package let track: Int
  /// What it carries.
  package let kind: Track.Kind
  /// The bytes between what is due then of the first track and of this one, by offset.
  package let bytes: ByteRange
}

extension Presentation {
  /// The course of each track that shows something, where the file is in byte order.
  package var courses: [TrackCourse] {
    guard let pieces = RenditionPieces(rendition) else { return [] }
    return rendition.trackLoading.enumerated().map { place, loading in
      var sum: Int64 = 0
      var bytes: [Int64] = [0]
      for piece in pieces.pieces where piece.track == place {
        sum += piece.bytes
        bytes.append(sum)
      }
      let times = loading.slots
      return TrackCourse(
        track: loading.track, kind: loading.kind, times: times,
        bytes: Array(bytes.prefix(times.count)))
    }
  }

  /// How far apart the tracks lie in the file that are needed to play on at `time`; `nil` unless
  /// there are two.
  package func interleavingGap(at time: MediaTime) -> InterleavingGap? {
    guard rendition.trackLoading.count > 1 else { return nil }
    let needed = rendition.trackLoading.compactMap { track in
      track.curve.position(reaching: min(time + .resolution, duration))
        .map { (track: track, position: $0) }
    }
    guard let first = needed.min(by: { $0.position < $1.position }),
      let last = needed.max(by: { $0.position < $1.position }), first.position < last.position
    else { return nil }
    return InterleavingGap(
      track: last.track.track, kind: last.track.kind,
      bytes: ByteRange(first.position.bytes, last.position.bytes))
  }
}
