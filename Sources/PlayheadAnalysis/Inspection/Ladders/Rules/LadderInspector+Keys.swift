import PlayheadLadder

/// What encryption costs.
extension LadderInspector {
  var keyFindings: [LadderFinding] { rotations + licences }

  /// Levels with a key for each segment, so that each segment takes a request more.
  private var rotations: [LadderFinding] {
    findings(.keyRotation) { level, _, number in
      let keys = level.segments.compactMap(\.key)
      let count = Set(keys).count
      guard count >= Self.leastRotation, count == keys.count else { return nil }
      return LevelFault(level: number, .counts(count, against: keys.count))
    }
  }

  /// As many keys as are no accident.
  private static let leastRotation = 3

  /// Levels whose first segment takes a licence, which nothing is played without.
  private var licences: [LadderFinding] {
    findings(.criticalLicence) { level, _, number in
      guard let first = level.segments.first(where: { !$0.isGap }), let key = first.key,
        level.keys[key].isLicence
      else { return nil }
      return LevelFault(level: number, .presence)
    }
  }
}
