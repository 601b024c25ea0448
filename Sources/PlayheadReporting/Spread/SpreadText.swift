import PlayheadAnalysis
import PlayheadLadder
import PlayheadModel

/// How sure the figures of a session are, in text: each value with the range of nine of ten runs.
struct SpreadText {
  let spread: Spread
  let summary: SessionSummary
  let ladder: Ladder?
  let style: TextStyle

  /// The figures that are told.
  private static let metrics: [SessionMetric] = [
    .startupSeconds, .stallCount, .stallSeconds, .rebufferRatio, .frozenCount, .silentCount,
    .seekSeconds, .meanPlayedBitRateBitsPerSecond, .switchCount, .elapsedSeconds,
  ]

  /// The columns of a label and the space behind it.
  private static let nameWidth = 2 + (metrics.map(\.shortLabel.count).max() ?? 0)

  /// The lines, with a heading.
  var lines: [String] {
    let head = WrappedRow(name: "", nameWidth: 0, style: style.plain).lines(heading)
      .map { style.set($0, in: .bold) }
    guard spread.evidence != .none else { return head }
    let rows = Self.metrics.flatMap { metric -> [String] in
      guard let range = spread.range(of: metric),
        metric.kind == .wallTime || range.least != nil || summary[metric] != nil,
        metric.isNews(summary[metric]) || metric.isNews(range.most)
      else { return [] }
      return row(metric.shortLabel, text(summary[metric], range, metric))
    }
    return head + [""] + rows + (ladder == nil ? [] : row("runs part at", partingText))
  }

  private func row(_ name: String, _ text: String) -> [String] {
    WrappedRow(name: name, nameWidth: Self.nameWidth, style: style.plain).lines(text)
  }

  private var heading: String {
    let count = counted(spread.runs.count, "run")
    return switch spread.evidence {
    case .measured: "Spread of \(count): timing varies as in recorded sessions of this player"
    case .assumed:
      "Spread of \(count): timing varies as in recorded sessions of other players"
    case .none: "Spread: nothing is known to vary from run to run of this player"
    }
  }

  /// `0 (0 to 1)`.
  private func text(
    _ value: MetricValue?, _ range: (least: MetricValue?, most: MetricValue?),
    _ metric: SessionMetric
  ) -> String {
    func figure(_ value: MetricValue?) -> String {
      value.map { style.durations.figure($0, of: metric) }
        ?? (metric == .startupSeconds ? "never" : "none")
    }
    return "\(figure(value)) (\(figure(range.least)) to \(figure(range.most)))"
  }

  /// `level 3 of segment 1 in 62 %, 2 in 38 %`.
  private var partingText: String {
    guard let parting = spread.parting else { return "no decision: all load the same levels" }
    let lane = ladder.map { $0.lanes[parting.segment.lane].prefix($0) } ?? ""
    let shown = parting.levels.prefix(4).enumerated().map { number, level in
      let name = level.level.map { "\(LevelBar.sign(of: $0))" } ?? "none"
      let share = Ratio(Int64(level.count), of: Int64(spread.runs.count))
      let percent = share?.percentText(places: 0) ?? ""
      return number == 0
        ? "level \(name) of \(lane)segment \(parting.segment.segment) in \(percent)"
        : "\(name) in \(percent)"
    }
    return shown.joined(separator: ", ")
  }
}
