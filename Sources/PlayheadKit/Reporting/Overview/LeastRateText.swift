/// The least rate without a stall, and beside it what the media takes on average.
struct LeastRateText {
  let report: OverviewReport
  let style: TextStyle

  private var least: LeastRate { report.overview.leastRate }

  var lines: [String] {
    row("least rate", rateText)
      + (least.rate == nil ? [] : row("startup there", startupText))
      + (report.media.averageRate.map { row("media rate", "\($0.rounded.text) on average") } ?? [])
  }

  private func row(_ name: String, _ text: String) -> [String] {
    var plain = style
    plain.usesColor = false
    return WrappedRow(name: name, nameWidth: 15, style: plain).lines(text)
  }

  private var latencyText: String {
    least.latency > .zero ? "with \(least.latency.shortText) of latency" : "without latency"
  }

  private var rateText: String {
    guard let rate = least.rate else {
      let verdict = OverviewVerdict(least.summary).text
      return "none; \(LeastRate.bound.text) \(latencyText): \(verdict)"
    }
    let lower = least.lowerRate.map { "\($0.text) is enough too, but not all rates between" }
    let below = least.summaryBelow.map { "1 bit/s less: \(OverviewVerdict($0).text)" }
    return (["\(rate.text) \(latencyText)", below, lower].compactMap(\.self))
      .joined(separator: "; ")
  }

  private var startupText: String {
    least.summary.startup?.text(places: 3) ?? "never"
  }
}
