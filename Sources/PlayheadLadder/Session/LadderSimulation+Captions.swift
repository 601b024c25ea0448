import PlayheadModel

/// Players that load a first segment to look for closed captions.
extension LadderSimulation {
  /// Whether the first segment of video is being loaded to look for captions.
  var isLookingForCaptions: Bool { looksForCaptions && !lanes[0].hasMedia && !hasStopped }

  /// Whether what `errand` asks for is looked into for captions, by code that knows no rule.
  func isForCaptions(_ errand: Errand) -> Bool {
    isLookingForCaptions && errand.lane == 0
      && (errand.content == .segment || errand.content == .initialization)
  }

  /// Whether `errand` waits until captions were looked for.
  func waitsForCaptions(_ errand: Errand) -> Bool {
    isLookingForCaptions && errand.lane > 0 && errand.content != .playlist
      && lanes[0].activity != .finished
  }
}
