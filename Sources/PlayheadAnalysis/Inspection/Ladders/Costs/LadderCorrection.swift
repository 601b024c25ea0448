import PlayheadLadder
import PlayheadModel

/// Puts the faults of a finding right, so that both ladders can be played and compared.
struct LadderCorrection {
  let inspector: LadderInspector

  private var ladder: Ladder { inspector.ladder }

  /// The ladder without what `finding` is about; `nil` if nothing says what it would be.
  func ladder(without finding: LadderFinding) -> Ladder? {
    switch finding.rule {
    // Levels whose periods differ have no one rate that could be right.
    case .declaredPeak where ladder.lanes[finding.fault.lane].levels[0].periods.count > 1: nil
    case .declaredPeak: mended(finding) { $0.bitRate = $1.expectedRate ?? $0.bitRate }
    case .declaredAverage: mended(finding) { $0.averageBitRate = $1.expectedRate }
    case .missingAverage:
      mended(finding) {
        $0.averageBitRate = inspector.figures[finding.fault.lane][$1.level].average
      }
    case .bitRatePeak: mended(finding) { level, _ in level.holdMeanRate() }
    case .missingSegments, .truncatedSegments: mended(finding) { level, _ in level.fillSegments() }
    case .shiftedSegments: mended(finding) { level, _ in level.moveAsDeclared() }
    case .segmentGaps: mended(finding) { level, _ in level.closeGaps() }
    case .segmentDurations: mended(finding) { level, _ in level.declareMeasuredLengths() }
    case .longSegments:
      mended(finding) { level, _ in
        level.cutSegments(
          beyond: InspectionLimit.segmentDuration,
          to: InspectionLimit.recommendedDuration)
      }
    case .unalignedLevels:
      mended(finding) { level, _ in level.cut(as: ladder.lanes[finding.fault.lane].levels[0]) }
    case .singleLevel:
      ladder.replacing(
        lane: 0, with: [ladder.lanes[0].levels[0].halved, ladder.lanes[0].levels[0]])
    case .firstVariant: withFirstVariant
    case .keyRotation: mended(finding) { level, _ in level.keepOneKey() }
    case .criticalLicence: mended(finding) { level, _ in level.dropKeys() }
    default: nil
    }
  }

  /// The ladder with each level of the finding changed.
  private func mended(
    _ finding: LadderFinding, _ change: (inout Level, LevelFault) -> Void
  ) -> Ladder {
    var levels = ladder.lanes[finding.fault.lane].levels
    for fault in finding.fault.faults { change(&levels[fault.level], fault) }
    return ladder.replacing(lane: finding.fault.lane, with: levels)
  }

  /// The ladder whose first variant is the highest that the link carries.
  private var withFirstVariant: Ladder {
    var levels = ladder.lanes[0].levels
    for number in levels.indices {
      levels[number].manifestIndex =
        number == inspector.highestCarried ? 0 : levels[number].manifestIndex + 1
    }
    return ladder.replacing(lane: 0, with: levels)
  }
}

extension LevelFault {
  /// The bit rate that was measured in place of the declared one.
  fileprivate var expectedRate: BitRate? {
    if case .rates(_, let rate) = evidence { rate } else { nil }
  }
}

extension Ladder {
  /// The ladder with other `levels` in a lane, in the order of their bit rates.
  func replacing(lane number: Int, with levels: [Level]) -> Ladder {
    let order = levels.indices.sorted { (levels[$0].bitRate, $0) < (levels[$1].bitRate, $1) }
    var lanes = lanes
    lanes[number] = lanes[number].with(order.map { levels[$0] })
    if number == 1 {
      let video = lanes[0].levels.map { level in
        var level = level
        level.audioLevel = level.audioLevel.flatMap { order.firstIndex(of: $0) }
        return level
      }
      lanes[0] = lanes[0].with(video)
    }
    var ladder = with(lanes)
    ladder.recording = recording?.ordering(lane: number, by: order)
    return ladder
  }
}
