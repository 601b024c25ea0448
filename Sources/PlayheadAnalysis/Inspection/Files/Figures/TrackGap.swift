package import PlayheadModel

/// The farthest that a track lies behind another one in a file.
///
/// In byte order, a sample comes late if the other track has stored media before it that is decoded
/// later. A player that plays the late sample in time holds all of that.
package struct TrackGap: Hashable, Sendable {
  /// The number of the track that comes late.
  package let track: Int
  /// The number of the track that is ahead.
  package let trackAhead: Int
  /// The media time from the late sample to the latest one of the other track stored before it.
  package let time: MediaTime
  /// The bytes of the file from the first sample of the other track that is decoded later than the
  /// late sample to the end of that one.
  package let bytes: Int64
  /// When the late sample is shown, in media time counted from the origin.
  package let mediaTime: MediaTime
  /// The offset of the late sample, in bytes.
  package let offset: Int64

  /// The largest gap in time between the tracks of `presentation`, which is of `index`, the first
  /// of several; `nil` unless there is one.
  ///
  /// Where timestamps begin again, times of samples cannot be compared; then it is `nil` too.
  package init?(_ index: MediaIndex, _ presentation: Presentation) {
    guard index.timestampRestarts(of: presentation.tracks).isEmpty else { return nil }
    let isPlayed = index.tracks.map { presentation.tracks.contains($0.id) }
    /// For each track, the samples that are decoded later than all before them.
    var latest = [[(time: MediaTime, offset: Int64)]](repeating: [], count: index.tracks.count)
    var worst: TrackGap?
    for sample in index.samples where isPlayed[Int(sample.track)] && sample.isShown {
      guard let shown = sample.presentationTime else { continue }
      let time = sample.decodeTime ?? shown
      let track = Int(sample.track)
      for other in presentation.tracks where other != track {
        guard let last = latest[other].last, last.time - time > worst?.time ?? .zero else {
          continue
        }
        let first = latest[other].partitionPoint { $0.time > time }
        worst = TrackGap(
          track: track, trackAhead: other, time: last.time - time,
          bytes: max(0, sample.needs - latest[other][first].offset),
          mediaTime: shown - presentation.origin, offset: sample.offset)
      }
      if latest[track].last.map({ $0.time < time }) ?? true {
        latest[track].append((time, sample.offset))
      }
    }
    guard let worst else { return nil }
    self = worst
  }

  private init(
    track: Int, trackAhead: Int, time: MediaTime, bytes: Int64, mediaTime: MediaTime, offset: Int64
  ) {
    self.track = track
    self.trackAhead = trackAhead
    self.time = time
    self.bytes = bytes
    self.mediaTime = mediaTime
    self.offset = offset
  }
}
