import PlayheadAnalysis
import PlayheadModel

/// A session beside the same session with changes, metric by metric.
struct WhatIfText {
  let whatIf: WhatIf
  /// The figures of merit of the session as it is.
  let summary: SessionSummary
  let durations: TextStyle.Durations

  /// The names of the changes.
  var title: String { whatIf.changes.joined(separator: ", ") }

  /// What is said of changes that change nothing.
  var notes: [String] {
    whatIf.idle.map { "\($0) changes nothing about this session" }
      + (whatIf.base == nil ? [] : ["both are scored by the measured bit rates"])
  }

  /// The metrics, each with its value, that with the changes, and the difference where both are
  /// numbers; only those of which one is not zero.
  var rows: [[String]] {
    Self.metrics.compactMap { metric in
      let (before, after) = ((whatIf.base ?? summary)[metric], whatIf.summary[metric])
      guard Self.isNews(before) || Self.isNews(after) else { return nil }
      return [
        metric.label, text(before, metric), text(after, metric),
        difference(before, after, of: metric) ?? "",
      ]
    }
  }

  static let heading = ["metric", "as it is", "what if", "difference"]

  /// The lines of text: a heading and a row for each metric.
  func lines(_ style: TextStyle) -> [String] {
    let head = WrappedRow(name: "", nameWidth: 0, style: style.plain).lines("What if \(title)?")
    let notes = notes.flatMap {
      WrappedRow(name: "", nameWidth: 0, style: style.plain).lines("\($0.capitalizedFirst).")
    }
    let table = TextTable(heading: Self.heading, rows: rows, words: [0])
    let lines =
      table.width <= style.width
      ? table.lines(style)
      : rows.flatMap { cells in
        [cells[0], "  \(cells[1])", "  \(cells[2])"] + (cells[3].isEmpty ? [] : ["  \(cells[3])"])
      }
    return head.map { style.set($0, in: .bold) } + notes + [""] + lines
  }

  private static let metrics: [SessionMetric] = [
    .startupSeconds, .stallCount, .stallSeconds, .longestStallSeconds, .rebufferRatio,
    .frozenCount, .frozenSeconds, .silentCount, .silentSeconds, .seekSeconds,
    .longestSeekLatencySeconds, .bytesDownloaded, .bytesWasted, .requestCount,
    .elapsedSeconds, .endReason, .meanPlayedBitRateBitsPerSecond, .switchCount, .abandonmentCount,
    .linearScore, .bolaScore,
  ]

  private static func isNews(_ value: MetricValue?) -> Bool {
    switch value {
    case nil, .count(0), .wallTime(.zero), .bytes(0), .ratio(Ratio(millionths: 0)): false
    default: true
    }
  }

  private func text(_ value: MetricValue?, _ metric: SessionMetric) -> String {
    value.map { durations.figure($0, of: metric) } ?? "none"
  }

  private func difference(
    _ before: MetricValue?, _ after: MetricValue?, of metric: SessionMetric
  ) -> String? {
    func signed(_ text: (Int64) -> String, _ difference: Int64) -> String {
      difference == 0
        ? "same" : "\(difference < 0 ? "-" : "+")\(text(Int64(difference.magnitude)))"
    }
    switch (before, after) {
    case (.wallTime(let before), .wallTime(let after)):
      return signed(
        { durations.text(WallTime(nanoseconds: $0), places: 3) }, (after - before).nanoseconds)
    case (.count(let before), .count(let after)): return signed({ "\($0)" }, after - before)
    case (.bytes(let before), .bytes(let after)): return signed(byteText, after - before)
    case (.rate(let before), .rate(let after)):
      return signed(
        { BitRate(bitsPerSecond: $0).rounded.text }, after.bitsPerSecond - before.bitsPerSecond)
    case (.ratio(let before), .ratio(let after)) where metric.kind == .score:
      return signed(
        { Ratio(millionths: $0).text(places: 3) }, after.millionths - before.millionths)
    default: return nil
    }
  }
}
