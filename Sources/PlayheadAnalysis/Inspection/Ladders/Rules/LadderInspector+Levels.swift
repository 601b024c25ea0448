import PlayheadLadder
import PlayheadModel

/// Whether there are levels to adapt to, and at the right distances.
extension LadderInspector {
  var levelFindings: [LadderFinding] { single + first + spacing }

  private var levels: [Level] { ladder.lanes[0].levels }

  private var single: [LadderFinding] {
    guard levels.count == 1 else { return [] }
    return [LadderFinding(.singleLevel, [LevelFault(level: 0, .presence)])]
  }

  private var first: [LadderFinding] {
    guard ladder.hasVariants, let first = firstVariant else { return [] }
    let best = highestCarried
    guard (first - best).magnitude > InspectionLimit.firstVariantDistance.magnitude else {
      return []
    }
    return [
      LadderFinding(
        .firstVariant,
        [LevelFault(level: first, .rates(levels[first].bitRate, against: levels[best].bitRate))])
    ]
  }

  /// The level that is the first in the multivariant playlist.
  var firstVariant: Int? {
    levels.indices.min { levels[$0].manifestIndex < levels[$1].manifestIndex }
  }

  /// The highest level whose bit rate the link carries, or the lowest level.
  var highestCarried: Int { levels.lastIndex { $0.bitRate <= linkRate } ?? 0 }

  private var spacing: [LadderFinding] {
    let limits = InspectionLimit.levelPercentages
    let steps = steps
    let close = steps.filter { $0.percentage < Int128(limits.lowerBound) * 100 }
    let far = steps.filter { $0.percentage > Int128(limits.upperBound) * 100 }
    return [(InspectionRule.levelsClose, close), (.levelsFarApart, far)].compactMap {
      rule, steps in
      guard !steps.isEmpty else { return nil }
      return LadderFinding(
        rule,
        steps.map {
          LevelFault(level: $0.upper, .rates($0.rates.upper, against: $0.rates.lower))
        }.sorted { $0.level < $1.level })
    }
  }

  /// Two levels that follow each other among those that one player chooses between.
  private struct Step {
    var lower: Int
    var upper: Int
    var rates: (lower: BitRate, upper: BitRate)
    /// The upper bit rate in hundredths of a percent of the lower one.
    var percentage: Int128
  }

  /// A level's codecs without their profiles, and its audio: players do not mix these.
  private struct Family: Hashable {
    var codecs: Set<Substring>
    var audioLevel: Int?
  }

  /// The steps between levels, of several periods the first two levels that any of them has.
  private var steps: [Step] {
    let lanes = ladder.lanes[0].byPeriod.map(\.lane.levels)
    var steps: [Step] = []
    for levels in lanes.isEmpty ? [levels] : lanes {
      for step in self.steps(of: levels) where !steps.contains(where: { $0.upper == step.upper }) {
        steps.append(step)
      }
    }
    return steps
  }

  private func steps(of levels: [Level]) -> [Step] {
    let families = Dictionary(grouping: levels.indices) { number in
      Family(
        codecs: Set(levels[number].codecs.map { $0.prefix { $0 != "." } }),
        audioLevel: levels[number].audioLevel)
    }
    return families.values.flatMap { numbers in
      zip(numbers, numbers.dropFirst()).compactMap { lower, upper in
        let (low, high) = (levels[lower].bitRate, levels[upper].bitRate)
        guard low > .zero else { return nil }
        return Step(
          lower: lower, upper: upper,
          rates: (low, high),
          percentage: Int128(high.bitsPerSecond) * 10_000 / Int128(low.bitsPerSecond))
      }
    }
  }
}
