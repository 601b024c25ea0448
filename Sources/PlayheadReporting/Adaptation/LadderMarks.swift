import PlayheadLadder
import PlayheadModel

/// The marks of a timeline that tell of adaptation: switches, abandoned downloads, segments that
/// cannot be played.
package struct LadderMarks {
  let report: AdaptationReport
  let durations: TextStyle.Durations

  /// The marks of `report`.
  package init(_ report: AdaptationReport, durations: TextStyle.Durations = .clock) {
    (self.report, self.durations) = (report, durations)
  }

  /// The marks in order.
  package var marks: [TimelineMark] {
    let lines =
      report.played.failures.map(failure) + report.played.decisions.compactMap(mark)
    return lines.sorted { $0.wallTime < $1.wallTime }
  }

  /// The failures alone, in order.
  var failures: [TimelineMark] { report.played.failures.map(failure) }

  private func mark(_ decision: LadderDecision) -> TimelineMark? {
    let lane = report.ladder.lanes[decision.lane]
    let level = decision.decision.level
    let name = "\(lane.prefix(report.ladder))level \(LevelBar.sign(of: level))"
    let rate = lane.levels[level].bitRate.text
    let reason = DecisionText.reason(decision.decision)
    let text: String
    let color: TextStyle.Color
    if decision.isAbandonment {
      text =
        "segment \(decision.segment) abandoned for \(name), \(rate): \(reason)"
      color = .yellow
    } else if let previous = decision.previousLevel {
      guard previous != level else { return nil }
      text =
        "\(previous < level ? "up" : "down") to \(name), \(rate), from segment "
        + "\(decision.segment): \(reason)"
      color = previous < level ? .green : .yellow
    } else {
      text = "begins at \(name), \(rate): \(reason)"
      color = .dim
    }
    return TimelineMark(
      wallTime: decision.wallTime, mediaTime: decision.playhead, text: text, color: color)
  }

  private func failure(_ failure: SegmentFailure) -> TimelineMark {
    let lane = report.ladder.lanes[failure.lane]
    let subject = failure.content.words(
      of: "\(lane.prefix(report.ladder))level \(LevelBar.sign(of: failure.level))",
      segment: "segment \(failure.segment)")
    let isEnd = if case .outcome = failure.response { true } else { false }
    return TimelineMark(
      wallTime: failure.wallTime, mediaTime: failure.playhead,
      text: "\(subject): \(failure.reason); \(response(to: failure))",
      color: isEnd ? .red : .yellow)
  }

  private func response(to failure: SegmentFailure) -> String {
    func after(_ delay: WallTime) -> String {
      delay == .zero ? "" : " after \(durations.text(delay, places: 3))"
    }
    switch failure.response {
    case .retry(let delay): return "attempt \(failure.attempt + 1)\(after(delay))"
    case .copy(let number): return "turns to copy \(number) of the level"
    case .fallback(let level): return "falls back to level \(LevelBar.sign(of: level))"
    case .outcome(let outcome, let delay): return outcome.text + after(delay)
    }
  }
}

extension SessionReport {
  /// The marks that tell of adaptation, in order; none of a file.
  func adaptationMarks(_ durations: TextStyle.Durations) -> [TimelineMark] {
    adaptation.map { LadderMarks($0, durations: durations).marks } ?? []
  }
}

extension LadderLane {
  /// What tells the lane from the others of `ladder`: "audio ", or nothing.
  func prefix(_ ladder: Ladder) -> String {
    ladder.lanes.count > 1 && kind == .audio ? "audio " : ""
  }
}
