import PlayheadLadder
import PlayheadModel

/// What a recording shows of how a live event is published.
extension LadderInspector {
  var recordingFindings: [LadderFinding] {
    guard let recording = ladder.recording, recording.describes(ladder) else { return [] }
    return delays(.lateSegments, in: recording, \.lateness)
      + delays(.staleManifest, in: recording, \.unlisted) + jitter(in: recording)
      + drift(in: recording) + dates(in: recording) + holdBack(in: recording)
      + parts(in: recording)
  }

  private func time(_ time: WallTime) -> MediaTime { MediaTime(nanoseconds: time.nanoseconds) }

  /// Levels with segments that are late, or listed late; the worst is told.
  private func delays(
    _ rule: InspectionRule, in recording: EventRecording,
    _ delay: KeyPath<EventRecording.Segment, WallTime>
  ) -> [LadderFinding] {
    findings(rule) { _, lane, number in
      let segments = recording.lanes[lane][number].segments.map { $0[keyPath: delay] }
      guard let worst = segments.max(), worst > .zero else { return nil }
      return LevelFault(
        level: number, segment: segments.firstIndex(of: worst),
        count: segments.count { $0 > .zero }, .times(time(worst), against: .zero))
    }
  }

  /// How much later than its end each segment of a level is first listed, but for those that were
  /// there at first.
  private func listingDelays(_ recording: EventRecording.Level, _ level: Level) -> [Int: WallTime] {
    var known = recording.listings.first?.segments ?? 0..<0
    var delays: [Int: WallTime] = [:]
    for listing in recording.listings.dropFirst() {
      for segment in listing.segments where segment >= known.upperBound {
        let end = WallTime(nanoseconds: level.segments[segment].declared.end.nanoseconds)
        delays[segment] = listing.since - end
      }
      known =
        min(
          known.lowerBound, listing.segments.lowerBound)..<max(
          known.upperBound, listing.segments.upperBound)
    }
    return delays
  }

  private func jitter(in recording: EventRecording) -> [LadderFinding] {
    findings(.publishJitter) { level, lane, number in
      let delays = listingDelays(recording.lanes[lane][number], level).values
      guard let least = delays.min(), let most = delays.max() else { return nil }
      let allowed = MediaTime(nanoseconds: level.liveTargetDuration.nanoseconds / 2)
      guard time(most - least) > allowed else { return nil }
      return LevelFault(level: number, .times(time(most - least), against: allowed))
    }
  }

  private func drift(in recording: EventRecording) -> [LadderFinding] {
    let first = listingDelays(recording.lanes[0][0], ladder.lanes[0].levels[0])
    return findings(.levelDrift) { level, lane, number in
      guard lane > 0 || number > 0,
        level.segments.count == ladder.lanes[0].levels[0].segments.count
      else { return nil }
      let own = listingDelays(recording.lanes[lane][number], level)
      let distances = own.compactMap { segment, delay in
        first[segment].map { (segment, time((delay - $0).magnitude)) }
      }.filter { $0.1 > level.liveTargetDuration }
      guard let worst = distances.max(by: { ($0.1, $1.0) < ($1.1, $0.0) }) else { return nil }
      return LevelFault(
        level: number, segment: worst.0, count: distances.count,
        .times(worst.1, against: level.liveTargetDuration))
    }
  }

  private func dates(in recording: EventRecording) -> [LadderFinding] {
    findings(.dateDrift) { _, lane, number in
      let drift = recording.lanes[lane][number].dateDrift
      guard drift > InspectionLimit.dateDrift else { return nil }
      return LevelFault(
        level: number, .times(drift, against: InspectionLimit.dateDrift))
    }
  }

  private func holdBack(in recording: EventRecording) -> [LadderFinding] {
    guard let holdBack = recording.holdBack else { return [] }
    return findings(.shortHoldBack, lanes: [0]) { level, _, number in
      let least = level.liveTargetDuration * 3
      return number == 0 && holdBack < least
        ? LevelFault(level: number, .times(holdBack, against: least)) : nil
    }
  }

  private func parts(in recording: EventRecording) -> [LadderFinding] {
    findings(.dependentParts) { _, lane, number in
      let level = recording.lanes[lane][number]
      guard level.parts > 0, level.independentParts == 0 else { return nil }
      return LevelFault(level: number, .counts(level.parts, against: 0))
    }
  }
}
