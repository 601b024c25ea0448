import PlayheadModel

extension Ladder {
  /// Whether a multivariant playlist says whether there are closed captions.
  package var tellsCaptions: Bool {
    listing?.variants.contains { $0.contains { $0.name == "CLOSED-CAPTIONS" } } ?? false
  }

  /// How long the longest segment is declared to be.
  var longestSegment: MediaTime {
    lanes.lazy.flatMap(\.levels).flatMap(\.segments).map(\.declared.duration).max() ?? .zero
  }

  /// The ladder with some of its lanes, at least one.
  ///
  /// Levels of video without a lane of audio are tied to none of its levels.
  ///
  /// - Precondition: `numbers` has the number of a lane.
  public func keeping(lanes numbers: Set<Int>) -> Ladder {
    let kept = lanes.indices.filter(numbers.contains)
    let tiesAudio = kept.contains(0) && kept.count > 1
    var ladder = with(
      kept.map { number in
        lanes[number].with(
          lanes[number].levels.map { level in
            var level = level
            if !tiesAudio { level.audioLevel = nil }
            return level
          })
      })
    if let recording { ladder.recording?.lanes = kept.map { recording.lanes[$0] } }
    return ladder
  }
}
