/// How a session went, in a few words.
struct OverviewVerdict {
  let text: String
  let color: TextStyle.Color

  init(_ summary: SessionSummary, _ durations: TextStyle.Durations) {
    let stalls = summary.stallCount > 0 ? "stalls \(SummaryText.times(summary.stallCount))" : nil
    let isStarted = summary.startup != nil
    switch summary.endReason {
    case .ended: (text, color) = stalls.map { ($0, .yellow) } ?? ("plays through", .green)
    case .paused where !isStarted: (text, color) = ("paused before the start", .yellow)
    case .paused where summary.stalled == .unbounded:
      (text, color) = ("does not resume", .red)
    case .paused: (text, color) = ((stalls.map { $0 + ", " } ?? "left ") + "paused", .yellow)
    case .limit:
      let time = durations.text(summary.elapsed)
      (text, color) = (isStarted ? "not over after \(time)" : "never starts in \(time)", .red)
    case .starved: (text, color) = (isStarted ? "never goes on" : "never starts", .red)
    }
  }
}
