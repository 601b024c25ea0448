package import PlayheadModel

/// The longest stretch of a video track without a sync sample: from one to the next, or to the end
/// of the track.
///
/// Unlike a ``KeyframeInterval`` it also counts what follows the last sync sample, which in a track
/// with a single one is all of it.
package struct LongestGroup: Hashable, Sendable {
  /// The number of the track.
  package let track: Int
  /// Its length, in media time.
  package let duration: MediaTime
  /// When it begins, in media time counted from the origin; negative if that is not shown.
  package let start: MediaTime
  /// The offset of the sync sample that it begins with, in bytes.
  package let offset: Int64

  /// The longest group of the video track that players seek by; `nil` if there is none, or if its
  /// timestamps begin again.
  package init?(_ index: MediaIndex, _ presentation: Presentation) {
    guard let track = index.seekTrack(of: presentation), index.tracks[track].kind == .video,
      index.timestampRestarts(of: [track]).isEmpty
    else { return nil }
    var end = MediaTime(nanoseconds: .min)
    var starts: [(time: MediaTime, offset: Int64)] = []
    for sample in index.samples where Int(sample.track) == track {
      guard let time = sample.presentationTime else { continue }
      if sample.isSync { starts.append((time, sample.offset)) }
      if sample.isShown { end = max(end, time + sample.duration) }
    }
    starts.sort { $0.time < $1.time }
    var longest: (duration: MediaTime, start: MediaTime, offset: Int64)?
    for (number, start) in starts.enumerated() {
      let next = number + 1 < starts.count ? starts[number + 1].time : end
      if next - start.time > longest?.duration ?? .zero {
        longest = (next - start.time, start.time - presentation.origin, start.offset)
      }
    }
    guard let longest else { return nil }
    self.track = track
    (duration, start, offset) = longest
  }
}
