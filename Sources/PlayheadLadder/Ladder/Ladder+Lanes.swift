extension Ladder {
  /// The ladder with some of its lanes, at least one.
  ///
  /// Levels of video without a lane of audio are tied to none of its levels.
  ///
  /// - Precondition: `numbers` has the number of a lane.
  public func keeping(lanes numbers: Set<Int>) -> Ladder {
    let kept = lanes.indices.filter(numbers.contains)
    let tiesAudio = kept.contains(0) && kept.count > 1
    var ladder = Ladder(
      format: format, manifests: manifests,
      lanes: kept.map { number in
        LadderLane(
          lanes[number].kind,
          levels: lanes[number].levels.map { level in
            var level = level
            if !tiesAudio { level.audioLevel = nil }
            return level
          })
      }, listing: listing)
    ladder.recording = recording
    ladder.recording?.lanes = recording.map { own in kept.map { own.lanes[$0] } } ?? []
    return ladder
  }
}
