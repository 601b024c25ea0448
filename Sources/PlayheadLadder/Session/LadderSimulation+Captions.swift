import PlayheadModel

/// Players that load a first segment to look for closed captions.
extension LadderSimulation {
  /// Whether the first segment of video is being loaded to look for captions.
  var isLookingForCaptions: Bool { looksForCaptions && !lanes[0].media.hasAny && !hasStopped }

  /// Whether what `errand` asks for is looked into for captions, by code that knows no rule.
  func isForCaptions(_ errand: Errand) -> Bool {
    isLookingForCaptions && errand.lane == 0
      && (errand.content == .segment || errand.content == .initialization)
  }

  /// Whether `errand` waits until captions were looked for.
  func waitsForCaptions(_ errand: Errand) -> Bool {
    isLookingForCaptions && errand.lane > 0 && errand.content != .playlist
      && !lanes[0].isFinished
  }

  /// Has a lane of audio ask for its first segment again as its initialization section is in, where
  /// video that is loaded begins later than at zero; `false` if it need not.
  ///
  /// The player jumps to where video begins, which aborts what is loaded of a lane that has nothing
  /// there (`seeked` of `lib/media/streaming_engine.js`): measured, 9 ms after that section is in,
  /// and 4 ms before it asks again.
  mutating func dropsFirstAudio(_ number: Int, at wallTime: WallTime) -> Bool {
    let channel = channel(of: number)
    guard number > 0, !lanes[number].media.hasAny,
      let video = segments.first(where: { $0.lane == 0 }), video.segment == 0,
      // `BROWSER_GAP_TOLERANCE` of `lib/media/gap_jumping_controller.js`.
      video.shown.start > .milliseconds(1), glance.currentTime <= video.shown.start,
      let errand = traffic.errand(on: channel), errand.lane == number,
      let segment = errand.segment, traffic.drop(on: channel, .abandoned, at: wallTime) != nil
    else { return false }
    lanes[number].fetchAgain(
      segment, of: errand.level, by: fetching, after: .milliseconds(13), at: wallTime)
    return true
  }
}
