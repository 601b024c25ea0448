package import PlayheadModel

/// A stretch of media time in which a track shows nothing, as its timestamps jump ahead.
///
/// Where sound goes on while pictures wait, a picture stays, as in a recording of a screen; that is
/// no jump, unless the pictures outlast the sound by as much, so that it is the times that are
/// wrong.
package struct TimestampJump: Hashable, Sendable {
  /// The number of the track.
  package let track: Int
  /// The stretch, in media time counted from the origin.
  package let range: TimeRange
  /// The offset of the first sample behind it, in bytes.
  package let offset: Int64
  /// Whether a picture is shown meanwhile that lasts as long.
  package var isStill = false

  /// The jumps of `presentation`, which is of `index`, longer than `limit`, by time.
  package static func jumps(
    in index: MediaIndex, _ presentation: Presentation, longerThan limit: MediaTime
  ) -> [TimestampJump] {
    let jumps = presentation.tracks.flatMap { track in
      holes(of: track, index, presentation, longerThan: limit)
    }
    let sound = presentation.tracks.filter { index.tracks[$0].kind == .audio }
    let isSilent = { (range: TimeRange) in
      sound.allSatisfy { track in
        jumps.contains {
          $0.track == track && $0.range.start < range.end && range.start < $0.range.end
        }
      }
    }
    return stills(in: index, presentation, longerThan: limit)
      + jumps.filter { index.tracks[$0.track].kind == .audio || isSilent($0.range) }
      .sorted { ($0.range.start, $0.track) < ($1.range.start, $1.track) }
  }

  /// The picture that lasts so long that its track outlasts the sound by most of that.
  private static func stills(
    in index: MediaIndex, _ presentation: Presentation, longerThan limit: MediaTime
  ) -> [TimestampJump] {
    let extents = index.extents(in: presentation)
    guard
      let soundEnd = extents.filter({ index.tracks[$0.track].kind == .audio }).map(\.range.end)
        .max()
    else { return [] }
    return extents.filter { index.tracks[$0.track].kind == .video }.compactMap { extent in
      let excess = extent.range.end - soundEnd
      let frames = index.samples.filter { Int($0.track) == extent.track && $0.isShown }
        .compactMap { frame in frame.presentationTime.map { (time: $0, offset: frame.offset) } }
        .sorted { $0.time < $1.time }
      let longest = zip(frames, frames.dropFirst()).max { one, other in
        one.1.time - one.0.time < other.1.time - other.0.time
      }
      guard let (frame, next) = longest, excess > limit, next.time - frame.time > limit,
        (next.time - frame.time - excess).magnitude.nanoseconds <= excess.nanoseconds / 10
      else { return nil }
      var still = TimestampJump(
        track: extent.track,
        range: TimeRange(
          start: frame.time - presentation.origin, end: next.time - presentation.origin),
        offset: frame.offset)
      still.isStill = true
      return still
    }
  }

  private static func holes(
    of track: Int, _ index: MediaIndex, _ presentation: Presentation,
    longerThan limit: MediaTime
  ) -> [TimestampJump] {
    var shown: [(start: MediaTime, end: MediaTime, offset: Int64)] = []
    for sample in index.samples where Int(sample.track) == track && sample.isShown {
      guard let time = sample.presentationTime else { continue }
      shown.append((time, time + sample.duration, sample.offset))
    }
    shown.sort { $0.start < $1.start }
    var holes: [TimestampJump] = []
    guard var end = shown.first?.end else { return [] }
    for sample in shown.dropFirst() {
      if sample.start - end > limit {
        let range = TimeRange(
          start: end - presentation.origin, end: sample.start - presentation.origin)
        holes.append(TimestampJump(track: track, range: range, offset: sample.offset))
      }
      end = max(end, sample.end)
    }
    return holes
  }
}
