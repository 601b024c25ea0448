import PlayheadModel

/// Audio apart that is held back while it is ahead of video.
extension LadderSimulation {
  /// Whether a segment of a lane is in and held back.
  func isHeldBack(_ number: Int) -> Bool {
    lanes[number].work.job.waitingSegment != nil && !isLoading(number)
  }

  /// Whether a segment is held back as it is audio of a time of which no video is in.
  ///
  /// The last video is in up to the end.
  func isAudioAhead(_ place: Int, of level: Int, lane number: Int) -> Bool {
    guard player.loading.holdsAudioAhead, !takesSamples, number > 0, nextSegment(of: 0) != nil
    else { return false }
    let segments = lanes[number].lane.levels[level].segments
    guard isUsable(segments[place]) else { return false }
    return HeldAudio(shown: segments[place].shown).isAhead(of: lanes[0].media)
  }

  /// Takes in what was held back, as a playlist of video at the edge is loaded again, which makes
  /// the media longer.
  mutating func releaseAudio(at wallTime: WallTime) {
    guard player.loading.holdsAudioAhead else { return }
    for number in lanes.indices.dropFirst() {
      _ = releaseParts(of: number, always: true, at: wallTime)
      guard isHeldBack(number),
        let place = lanes[number].work.job.waitingSegment, let level = lanes[number].level,
        takeWaiting(place, of: level, lane: number, at: wallTime)
      else { continue }
      lanes[number].work.phase = .idle
      noticeLoaded(at: wallTime)
    }
  }

  /// Takes in what was held back, as no more video comes, or if the segment of video that has just
  /// been taken in, after one up to `previousEnd`, reaches its start or is elsewhere.
  mutating func releaseAudio(after previousEnd: MediaTime, at wallTime: WallTime) {
    for number in lanes.indices.dropFirst() {
      let isReleased = releaseParts(of: number, at: wallTime)
      guard isReleased != false, isHeldBack(number),
        let place = lanes[number].work.job.waitingSegment, let level = lanes[number].level
      else { continue }
      let held = HeldAudio(shown: lanes[number].lane.levels[level].segments[place].shown)
      guard
        isReleased == true || nextSegment(of: 0) == nil
          || held.isReleased(by: lanes[0].media, after: previousEnd)
      else { continue }
      // A failure says itself what comes next.
      if takeWaiting(place, of: level, lane: number, at: wallTime) {
        lanes[number].work.phase = .idle
      }
    }
  }
}
