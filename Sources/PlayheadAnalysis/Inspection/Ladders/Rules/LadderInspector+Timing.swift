import PlayheadLadder
import PlayheadModel

/// Whether segments follow each other as they are declared, and levels each other.
extension LadderInspector {
  var timingFindings: [LadderFinding] {
    shifted + gaps + overlaps + durations + unaligned + ends + length
  }

  /// Segments that lie elsewhere than the MPD says.
  ///
  /// In HLS, the first one sets the clock.
  private var shifted: [LadderFinding] {
    guard ladder.format == .dash else { return [] }
    return ladder.lanes.indices.flatMap { lane in
      findings(
        .shiftedSegments, lanes: [lane],
        severity: { fault in
          // Of what lies outside of its period nothing is played.
          let segments = ladder.lanes[lane].levels[fault.level].segments
          return segments.allSatisfy { $0.shown.duration == .zero } ? .error : .warning
        }
      ) { level, _, number in
        let shifts = level.segments.indices.filter { shift(of: level.segments[$0]) != nil }
        return shifts.first.flatMap { place in
          level.segments[place].measured.map { measured in
            LevelFault(
              level: number, segment: place, count: shifts.count,
              .times(level.segments[place].declared.end, against: measured.end))
          }
        }
      }
    }
  }

  /// By how much a segment ends away from where it is declared to; `nil` unless that is more than
  /// its length.
  private func shift(of segment: LadderSegment) -> MediaTime? {
    guard ladder.format == .dash, segment.isPresent, let measured = segment.measured else {
      return nil
    }
    let shift = measured.end - segment.declared.end
    return shift.magnitude > max(segment.declared.duration, InspectionLimit.shift)
      ? shift : nil
  }

  private var gaps: [LadderFinding] {
    let tolerances = InspectionLimit.gapTolerances.map(\.tolerance)
    guard let least = tolerances.min(), let most = tolerances.max() else { return [] }
    return findings(
      .segmentGaps,
      severity: { fault in
        if case .times(let length, _) = fault.evidence, length > most { .error } else { .warning }
      }
    ) { level, _, number in
      widest(level, number, beyond: least) { $1.shown.start - $0.shown.end }
    }
  }

  private var overlaps: [LadderFinding] {
    findings(.segmentOverlaps) { level, _, number in
      widest(level, number, beyond: InspectionLimit.durationError) {
        $0.shown.end - $1.shown.start
      }
    }
  }

  /// The segment before which `distance` is widest, if that is beyond `limit`.
  private func widest(
    _ level: Level, _ number: Int, beyond limit: MediaTime,
    distance: (LadderSegment, LadderSegment) -> MediaTime
  ) -> LevelFault? {
    var worst: (segment: Int, distance: MediaTime)?
    var count = 0
    for place in level.segments.indices.dropFirst() {
      let (one, next) = (level.segments[place - 1], level.segments[place])
      // What lies elsewhere has a finding of its own.
      guard one.isPresent, next.isPresent, shift(of: one) == nil, shift(of: next) == nil
      else { continue }
      let found = distance(one, next)
      guard found > limit else { continue }
      count += 1
      if found > worst?.distance ?? limit { worst = (place, found) }
    }
    return worst.map {
      LevelFault(
        level: number, segment: $0.segment, count: count, .times($0.distance, against: limit))
    }
  }

  private var durations: [LadderFinding] {
    findings(.segmentDurations) { level, _, number in
      var worst: (segment: Int, error: MediaTime)?
      var count = 0
      for place in level.segments.indices {
        guard let error = lengthError(of: place, in: level), error > allowedError(place, level)
        else { continue }
        count += 1
        if error > worst?.error ?? .zero { worst = (place, error) }
      }
      return worst.flatMap { worst in
        level.segments[worst.segment].measured.map {
          LevelFault(
            level: number, segment: worst.segment, count: count,
            .times(
              level.segments[worst.segment].uncutLength ?? level.segments[worst.segment].duration,
              against: level.segments[worst.segment].trackLength ?? $0.duration))
        }
      }
    }
  }

  /// How far the declared length of a segment is from that of its samples; `nil` if they were not
  /// read.
  ///
  /// The length of one track is as good, as pictures that are shown out of order begin and end
  /// later than sound; where a gap or an overlap follows, so is the time up to the next segment.
  private func lengthError(of place: Int, in level: Level) -> MediaTime? {
    let segment = level.segments[place]
    guard segment.isPresent, let measured = segment.measured else { return nil }
    // Of a segment that its period cuts, what is shown says nothing of its length.
    if let uncut = segment.uncutLength {
      return ladder.format == .dash ? segment.trackLength.map { (uncut - $0).magnitude } : nil
    }
    let error =
      [measured.duration, segment.trackLength ?? measured.duration]
      .map { (segment.duration - $0).magnitude }.min() ?? .zero
    guard place + 1 < level.segments.count, level.segments[place + 1].isPresent,
      let next = level.segments[place + 1].measured
    else { return error }
    return min(error, (segment.duration - (next.start - measured.start)).magnitude)
  }

  /// DASH lets the edges of a segment be off by half its length, and cuts the last one at the end.
  private func allowedError(_ place: Int, _ level: Level) -> MediaTime {
    guard ladder.format == .dash else { return InspectionLimit.durationError }
    // So it does at the end of each period.
    let isLast =
      place == level.segments.count - 1
      || level.periods.contains { $0.segments.upperBound == place + 1 }
    if isLast { return .bound }
    let segment = level.segments[place]
    return MediaTime(nanoseconds: (segment.uncutLength ?? segment.duration).nanoseconds / 2)
  }

  private var unaligned: [LadderFinding] {
    findings(.unalignedLevels) { level, lane, number in
      let lowest = ladder.lanes[lane].levels[0]
      guard level.segments.count == lowest.segments.count else {
        return LevelFault(
          level: number, .counts(level.segments.count, against: lowest.segments.count))
      }
      let starts = zip(level.segments, lowest.segments).map { ($0.shown.start, $1.shown.start) }
      let apart = starts.indices.filter {
        (starts[$0].0 - starts[$0].1).magnitude > InspectionLimit.misalignment
          && level.segments[$0].isPresent && lowest.segments[$0].isPresent
      }
      return apart.first.map {
        LevelFault(
          level: number, segment: $0, count: apart.count,
          .times(starts[$0].0, against: starts[$0].1))
      }
    }
  }

  private var ends: [LadderFinding] {
    guard ladder.lanes.count > 1 else { return [] }
    return ladder.lanes.indices.dropFirst().compactMap { lane in
      let (end, other) = (ladder.lanes[lane].duration, ladder.lanes[0].duration)
      guard (end - other).magnitude > InspectionLimit.endDistance else { return nil }
      let level = ladder.lanes[lane].levels.count - 1
      return LadderFinding(
        .lanesEndApart, lane: lane,
        [LevelFault(level: level, .times(end, against: other))])
    }
  }
}

extension LadderInspector {
  /// Whether the MPD is as long as the segments that it lists.
  fileprivate var length: [LadderFinding] {
    guard let declared = ladder.declaredLength else { return [] }
    // Where one length stands for all segments, only their samples say that they end earlier.
    let measured = ladder.lanes.map(\.duration).max() ?? declared.segments
    let isLonger = declared.segments > declared.periods + InspectionLimit.endDistance
    let other = isLonger ? declared.segments : min(declared.segments, measured)
    guard (declared.periods - other).magnitude > InspectionLimit.endDistance else {
      return []
    }
    return [
      LadderFinding(
        .presentationLength,
        [LevelFault(level: 0, .times(declared.periods, against: other))])
    ]
  }
}
