import PlayheadModel

/// A segment of audio apart that a player holds back while it is ahead of video (`blockBuffers`,
/// `src/controller/buffer-controller.ts` of hls.js).
struct HeldAudio {
  /// What it shows.
  let shown: TimeRange

  /// Whether nothing of `video` is in of its time, a twentieth into it.
  func isAhead(of video: borrowing LaneState.Media) -> Bool {
    let time = shown.start + MediaTime(nanoseconds: shown.duration.nanoseconds / 20)
    return video.latestEnd < time && video.loaded.range(containing: time) == nil
  }

  /// Whether `video` reaches its start.
  func isReached(by video: borrowing LaneState.Media) -> Bool {
    video.latestEnd > shown.start || video.loaded.range(containing: shown.start) != nil
  }

  /// Whether the segment of `video` that has just been taken in, after one up to `previousEnd`, has
  /// it taken in as well, as it reaches its start or is elsewhere.
  func isReleased(by video: borrowing LaneState.Media, after previousEnd: MediaTime) -> Bool {
    isReached(by: video) || video.latestEnd < previousEnd
  }
}
