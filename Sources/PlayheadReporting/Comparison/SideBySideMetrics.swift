import PlayheadAnalysis
import PlayheadModel

/// The metrics of a comparison, a row a metric: each session's value and, of all but the reference,
/// how it differs.
struct SideBySideMetrics {
  /// A value beside that of the reference.
  struct Cell {
    /// The value.
    var value: String
    /// The difference with its sign; empty if there is none, or none that can be told.
    var difference: String
    /// The verdict in one word; empty for the reference.
    var verdict: String
    /// The colour of the verdict.
    var color: TextStyle.Color?
  }

  /// A metric of all sessions.
  struct Row {
    var metric: SessionMetric
    var cells: [Cell]
  }

  /// The metrics worth a row: the most important ones, and those that differ.
  let rows: [Row]
  /// The others that have something to say, which are the same in all sessions.
  let same: [SessionMetric]

  /// The metrics that are shown though they do not differ.
  private static let important: Set<SessionMetric> = [
    .startupSeconds, .stallCount, .stallSeconds, .rebufferRatio, .elapsedSeconds,
    .bytesDownloaded, .endReason, .meanPlayedBitRateBitsPerSecond, .switchCount,
    .liveLatencySeconds,
  ]

  init(_ report: SideBySideReport, _ durations: TextStyle.Durations) {
    var rows: [Row] = []
    var same: [SessionMetric] = []
    let hasOneLadder = Set(report.runs.map(\.session.media.indexDigest)).count == 1
    for metric in report.metrics {
      let changes = report.comparisons.map { comparison in
        comparison.changes.first { $0.metric == metric }
      }
      let values = report.runs.map { $0.session.metrics[metric] ?? nil }
      // The time at each level is worth a row only where they are levels of one ladder.
      if metric.level != nil, !hasOneLadder { continue }
      let isSame = changes.allSatisfy { $0 == nil } && values.allSatisfy { $0 == values[0] }
      if isSame, !Self.important.contains(metric) {
        if metric.isNews(values[0]) { same.append(metric) }
        continue
      }
      let cells = values.enumerated().map { number, value in
        let change = number > 0 ? changes[number - 1] : nil
        return Self.cell(
          value, of: metric, change: change, isReference: number == 0,
          isUnknown: change == nil && value != values[0], durations)
      }
      rows.append(Row(metric: metric, cells: cells))
    }
    self.rows = rows
    self.same = same
  }

  private static func cell(
    _ value: MetricValue?, of metric: SessionMetric, change: MetricChange?, isReference: Bool,
    isUnknown: Bool, _ durations: TextStyle.Durations
  ) -> Cell {
    var cell = Cell(
      value: value.map { durations.figure($0, of: metric) } ?? "none", difference: "", verdict: "",
      color: nil)
    guard !isReference else { return cell }
    guard let change else {
      cell.verdict = isUnknown ? "unknown" : "same"
      cell.color = .dim
      return cell
    }
    (cell.verdict, cell.color) = change.verdict.wordAndColor
    cell.difference = change.difference.map { Self.text($0, of: metric, durations) } ?? ""
    return cell
  }

  /// A difference, exactly where rounding would hide it, and in percent of the reference.
  private static func text(
    _ difference: MetricChange.Difference, of metric: SessionMetric,
    _ durations: TextStyle.Durations
  ) -> String {
    let amount = difference.amount
    let isHidden =
      switch amount {
      case .wallTime(let time): time < .milliseconds(1)
      case .mediaTime(let time): time < .milliseconds(1)
      case .ratio(let ratio): ratio.millionths < (metric.kind == .share ? 100 : 10_000)
      case .rate(let rate): rate.bitsPerSecond < 1000
      default: false
      }
    let text = isHidden ? metric.text(of: amount) : durations.figure(amount, of: metric)
    // Of a share, percents of percents would mislead.
    if metric.kind == .share { return "\(difference.sign)\(text) points" }
    return difference.sign + text + (difference.percentText.map { " (\($0) %)" } ?? "")
  }
}

extension MetricChange.Verdict {
  /// The verdict as tables have it.
  var wordAndColor: (word: String, color: TextStyle.Color?) {
    switch self {
    case .tolerated: ("tolerated", .dim)
    case .better: ("better", .green)
    case .worse: ("worse", .red)
    case .changed: ("differs", .yellow)
    }
  }
}
