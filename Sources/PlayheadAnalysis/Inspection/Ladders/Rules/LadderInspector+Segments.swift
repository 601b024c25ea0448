import PlayheadLadder
import PlayheadModel

/// What is wrong with segments one by one.
extension LadderInspector {
  var segmentFindings: [LadderFinding] { missing + truncated + unsynced + tooLong + long }

  private var missing: [LadderFinding] {
    findings(.missingSegments) { level, _, number in
      let missing = level.segments.indices.filter {
        !level.segments[$0].isPresent && !level.segments[$0].isTruncated
      }
      return missing.first.map { first in
        LevelFault(
          level: number, segment: first, count: missing.count,
          .damage(level.segments[first].damage ?? "\(level.segments[first].resource.name) is a gap")
        )
      }
    }
  }

  private var truncated: [LadderFinding] {
    findings(.truncatedSegments) { level, _, number in
      let truncated = level.segments.indices.filter { level.segments[$0].isTruncated }
      return truncated.first.flatMap { first in
        level.segments[first].damage.map {
          LevelFault(level: number, segment: first, count: truncated.count, .damage($0))
        }
      }
    }
  }

  private var unsynced: [LadderFinding] {
    findings(.noSyncSample) { level, _, number in
      let segments = level.segments.indices.filter { level.segments[$0].startsWithSync == false }
      return segments.first.map {
        LevelFault(level: number, segment: $0, count: segments.count, .presence)
      }
    }
  }

  private var tooLong: [LadderFinding] {
    findings(.targetDuration) { level, _, number in
      guard let target = level.targetDuration else { return nil }
      return longest(
        of: level, number, beyond: target, lengths: level.segments.map(\.duration))
    }
  }

  private var long: [LadderFinding] {
    findings(.longSegments) { level, _, number in
      longest(
        of: level, number, beyond: InspectionLimit.segmentDuration,
        lengths: level.segments.map(\.shown.duration))
    }
  }

  /// The longest segment whose length, to the nearest second, is more than `limit`.
  private func longest(
    of level: Level, _ number: Int, beyond limit: MediaTime, lengths: [MediaTime]
  ) -> LevelFault? {
    // Halves round up, so that limit + 0.5 s is too long.
    let beyond = lengths.indices.filter { lengths[$0] >= limit + .milliseconds(500) }
    guard let longest = beyond.max(by: { (lengths[$0], $1) < (lengths[$1], $0) }) else {
      return nil
    }
    return LevelFault(
      level: number, segment: longest, count: beyond.count,
      .times(lengths[longest], against: limit))
  }
}
