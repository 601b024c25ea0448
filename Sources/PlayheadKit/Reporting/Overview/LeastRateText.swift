/// The least rate without a stall, and beside it what the media takes on average.
struct LeastRateText {
  let report: OverviewReport
  let style: TextStyle

  private var least: LeastRate { report.overview.leastRate }

  var lines: [String] {
    let plain = style.plain
    return facts.flatMap { name, text in
      WrappedRow(name: name, nameWidth: 15, style: plain).lines(text)
    }
  }

  /// What there is to tell, by names.
  var facts: [(name: String, text: String)] {
    [
      ("least rate", rateText), least.rate == nil ? nil : ("startup there", startupText),
      report.media.averageRate.map { ("media rate", "\($0.rounded.text) on average") },
    ].compactMap(\.self)
  }

  private var latencyText: String {
    least.latency > .zero
      ? "with \(style.durations.shortText(least.latency)) of latency" : "without latency"
  }

  private var rateText: String {
    guard let rate = least.rate else {
      let verdict = OverviewVerdict(least.summary, style.durations).text
      return "none; \(LeastRate.bound.text) \(latencyText): \(verdict)"
    }
    let lower = least.lowerRate.map { "\($0.text) is enough too, but not all rates between" }
    let below = least.summaryBelow.map {
      "1 bit/s less: \(OverviewVerdict($0, style.durations).text)"
    }
    return (["\(rate.text) \(latencyText)", below, lower].compactMap(\.self))
      .joined(separator: "; ")
  }

  private var startupText: String {
    least.summary.startup.map { style.durations.text($0, places: 3) } ?? "never"
  }
}
