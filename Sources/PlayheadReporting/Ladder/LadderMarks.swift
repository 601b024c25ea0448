import PlayheadLadder
import PlayheadModel

/// The marks of a timeline that tell of adaptation: switches, abandoned downloads, missing segments.
struct LadderMarks {
  let report: LadderReport
  let durations: TextStyle.Durations

  /// The marks in order.
  var marks: [TimelineMark] {
    let lines =
      report.played.decisions.compactMap(mark) + report.played.segments.compactMap(missing)
    return lines.sorted { $0.wallTime < $1.wallTime }
  }

  private func mark(_ decision: LadderDecision) -> TimelineMark? {
    let lane = report.media.ladder.lanes[decision.lane]
    let level = decision.decision.level
    let name = "\(lane.prefix(report.media.ladder))level \(LevelBar.sign(of: level))"
    let rate = lane.levels[level].bitRate.text
    let text: String
    let color: TextStyle.Color
    if decision.isAbandonment {
      text =
        "segment \(decision.segment) abandoned for \(name), \(rate): \(decision.decision.reason)"
      color = .yellow
    } else if let previous = decision.previousLevel {
      guard previous != level else { return nil }
      text =
        "\(previous < level ? "up" : "down") to \(name), \(rate), from segment "
        + "\(decision.segment): \(decision.decision.reason)"
      color = previous < level ? .green : .yellow
    } else {
      text = "begins at \(name), \(rate): \(decision.decision.reason)"
      color = .dim
    }
    return TimelineMark(
      wallTime: decision.wallTime, mediaTime: decision.playhead, text: text, color: color)
  }

  private func missing(_ segment: LoadedSegment) -> TimelineMark? {
    guard let damage = segment.damage else { return nil }
    let lane = report.media.ladder.lanes[segment.lane]
    return TimelineMark(
      wallTime: segment.wallTime, mediaTime: segment.playhead,
      text: "\(lane.prefix(report.media.ladder))segment \(segment.segment) of level "
        + "\(LevelBar.sign(of: segment.level)) shows nothing: \(damage)", color: .red)
  }
}

extension LadderLane {
  /// What tells the lane from the others of `ladder`: "audio ", or nothing.
  func prefix(_ ladder: Ladder) -> String {
    ladder.lanes.count > 1 && kind == .audio ? "audio " : ""
  }
}
