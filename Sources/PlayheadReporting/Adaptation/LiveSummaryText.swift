import PlayheadLadder
import PlayheadModel

/// How far a viewer of a live event is behind, and what at its edge made that so.
struct LiveSummaryText {
  let report: AdaptationReport
  let style: TextStyle

  var lines: [String] {
    guard let live = report.played.live else { return [] }
    let rows = [
      latencyRows, budgetRows(live), row("manifests", manifestText(live)), refusedRows(live),
      rateRows(live), jumpRows(live),
    ]
    return rows.flatMap(\.self)
  }

  private func row(_ name: String, _ text: String) -> [String] {
    WrappedRow(name: name, nameWidth: 16, style: style.plain).lines(text)
  }

  private func text<Clock>(_ time: Time<Clock>) -> String { style.durations.text(time, places: 3) }

  private var latencyRows: [String] {
    guard let latency = report.latency else {
      return row("live latency", "none: nothing was played during the event")
    }
    return row(
      "live latency",
      "mean \(text(latency.mean)), 95 % within \(text(latency.percentile95)), "
        + "\(text(latency.start)) at the start, \(text(latency.end)) at the end")
  }

  /// What the latency at the start consists of.
  private func budgetRows(_ live: LiveRecord) -> [String] {
    guard let budget = live.budget else { return [] }
    let parts = [
      (budget.publishing, "publishing"), (budget.segment, "unfinished segment"),
      (budget.manifest, "manifest age"), (budget.loading, "loading"), (budget.buffer, "buffer"),
    ]
    let named = parts.filter { $0.0 > .zero }.map { "\(text($0.0)) \($0.1)" }
    return row("at the start", named.isEmpty ? "none" : named.joined(separator: " + "))
  }

  private func manifestText(_ live: LiveRecord) -> String {
    guard live.event.addressing != .numbers else { return "not reloaded: segments by number" }
    let unchanged = live.unchangedCount > 0 ? ", \(live.unchangedCount) unchanged" : ""
    return counted(live.reloadCount, "reload") + unchanged
  }

  private func refusedRows(_ live: LiveRecord) -> [String] {
    live.refusedCount > 0
      ? row("refused", "\(counted(live.refusedCount, "request")) for segments that were not there")
      : []
  }

  /// How it caught up by its rate.
  private func rateRows(_ live: LiveRecord) -> [String] {
    guard let first = live.rates.first else { return [] }
    let rates = live.rates.map(\.rate)
    let (least, most) = (rates.min() ?? first.rate, rates.max() ?? first.rate)
    let range = least == most ? "to \(most.text)×" : "between \(least.text)× and \(most.text)×"
    return row("catch-up", "\(counted(rates.count, "rate change")) \(range)")
  }

  private func jumpRows(_ live: LiveRecord) -> [String] {
    guard !live.jumps.isEmpty else { return [] }
    let skipped = live.jumps.reduce(MediaTime.zero) { $0 + $1.range.duration }
    return row(
      "jumps", "\(counted(live.jumps.count, "jump")) to the edge, \(text(skipped)) skipped"
    )
  }
}
