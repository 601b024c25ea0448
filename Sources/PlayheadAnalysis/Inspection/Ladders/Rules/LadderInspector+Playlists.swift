import PlayheadLadder
import PlayheadModel

/// What the playlists of HLS say, and whether they say the same.
extension LadderInspector {
  var playlistFindings: [LadderFinding] {
    guard ladder.hasVariants else { return [] }
    return discontinuities + targetDurations + types + duplicates + iFrames + independence
      + languages
  }

  /// A finding in each lane with a level that `fault` finds at fault beside the first level of all.
  private func comparing(
    _ rule: InspectionRule, fault: (Level, Level, _ number: Int) -> LevelFault?
  ) -> [LadderFinding] {
    let first = ladder.lanes[0].levels[0]
    return findings(rule) { level, _, number in
      fault(level, first, number)
    }
  }

  private var discontinuities: [LadderFinding] {
    comparing(.unmatchedDiscontinuities) { level, first, number in
      guard let own = level.listing?.stretches, let others = first.listing?.stretches,
        !own.isEmpty, !others.isEmpty
      else { return nil }
      guard own.count == others.count else {
        return LevelFault(level: number, .counts(own.count - 1, against: others.count - 1))
      }
      for (place, (one, other)) in zip(own, others).enumerated() {
        // Segments of other lengths are cut within one of each other.
        let reach = max(level.targetDuration ?? .zero, first.targetDuration ?? .zero)
        guard one.sequence == other.sequence else {
          return LevelFault(
            level: number, .texts("\(one.sequence)", against: "\(other.sequence)"))
        }
        guard place == 0 || (one.start - other.start).magnitude <= reach else {
          return LevelFault(level: number, .times(one.start, against: other.start))
        }
      }
      return nil
    }
  }

  private var targetDurations: [LadderFinding] {
    comparing(.targetDurationsDiffer) { level, first, number in
      guard let own = level.targetDuration, let other = first.targetDuration, own != other
      else { return nil }
      return LevelFault(level: number, .times(own, against: other))
    }
  }

  private var types: [LadderFinding] {
    func text(_ listing: PlaylistListing) -> String {
      (listing.type ?? "none") + (listing.isEnded ? "" : ", not ended")
    }
    return comparing(.playlistTypesDiffer) { level, first, number in
      guard let own = level.listing, let other = first.listing, text(own) != text(other)
      else { return nil }
      return LevelFault(level: number, .texts(text(own), against: text(other)))
    }
  }

  // MARK: The multivariant playlist

  private func finding(
    _ rule: InspectionRule, if isSo: Bool, _ evidence: LevelFault.Evidence = .presence
  ) -> [LadderFinding] {
    guard isSo else { return [] }
    return [LadderFinding(rule, [LevelFault(level: 0, evidence)])]
  }

  private var duplicates: [LadderFinding] {
    let count = ladder.listing?.duplicateVariants ?? 0
    return finding(.duplicateVariants, if: count > 0, .counts(count, against: 0))
  }

  private var iFrames: [LadderFinding] {
    finding(
      .missingIFramePlaylists,
      if: ladder.lanes[0].kind != .audio && ladder.listing?.iFramePlaylists == 0)
  }

  private var independence: [LadderFinding] {
    guard let listing = ladder.listing, !listing.hasIndependentSegments,
      ladder.lanes[0].kind != .audio
    else { return [] }
    return findings(.missingIndependentSegments, lanes: [0]) {
      level, _, number in
      level.listing?.hasIndependentSegments == false ? LevelFault(level: number, .presence) : nil
    }
  }

  private var languages: [LadderFinding] {
    let names = ladder.listing?.renditionsWithoutLanguage ?? []
    return finding(
      .missingLanguage, if: !names.isEmpty,
      .texts(names.prefix(8).joined(separator: ", "), against: "LANGUAGE"))
  }
}
