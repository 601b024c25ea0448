import PlayheadModel

/// The text report on a network: name, figures, chart and intervals.
package enum NetworkText {
  /// The report, with a newline at its end.
  package static func text(_ report: NetworkReport, style: TextStyle) -> String {
    let chart = RateChart(report.profile, style: style).map {
      [style.set("rate, mean per column", in: .dim)] + $0.lines
    }
    let isConstant = report.profile.intervals.count == 1 && report.profile.length == .zero
    let parts = [
      head(report, style), figures(report, style), chart ?? [],
      isConstant ? [] : IntervalTable(profile: report.profile, style: style).lines,
    ]
    return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n") + "\n"
  }

  private static func row(_ name: String, _ style: TextStyle) -> WrappedRow {
    WrappedRow(name: name, nameWidth: 9, style: style)
  }

  private static func head(_ report: NetworkReport, _ style: TextStyle) -> [String] {
    let separator = style.usesUnicode ? " · " : ", "
    let facts = NetworkFacts(profile: report.profile, durations: style.durations).facts
    let network = row("network", style).lines(facts, separator: separator, names: 1)
    guard let preset = report.preset else { return network }
    let loss = preset.loss.millionths > 0 ? "loss \(preset.loss.percentText)" : "no loss"
    let nominal = [
      preset.name, "down \(preset.down.text)", "up \(preset.up.text)",
      "latency \(style.durations.shortText(preset.latency))", loss,
    ]
    return network + row("preset", style).lines(nominal, separator: separator)
      + row("source", style).lines(preset.source.detail)
  }

  private static func figures(_ report: NetworkReport, _ style: TextStyle) -> [String] {
    let statistics = report.statistics
    // A profile without a length has no figures but its rate.
    guard statistics.length > .zero else { return [] }
    let plain = style.plain
    let length = style.durations.text(statistics.length.roundedToMilliseconds)
    let isHeld = report.profile.afterwards == .holdsLast
    return row("length", plain).lines("\(length), then \(end(report.profile))")
      + row("rates", plain).lines(
        (isHeld ? "of the first \(length) only" : "of one pass")
          + (statistics.window.map { ", over windows of \(style.durations.text($0))" } ?? ""))
      + row("mean", plain).lines(statistics.mean.text)
      + row("median", plain).lines(statistics.median.text)
      + row("minimum", plain).lines(statistics.minimum.text)
      + row("maximum", plain).lines(statistics.maximum.text)
      + row("at zero", plain).lines("\(statistics.zeroShare.percentText) of the time")
  }

  private static func end(_ profile: BandwidthProfile) -> String {
    guard profile.afterwards == .holdsLast, let last = profile.intervals.last else {
      return "repeats"
    }
    return "\(last.rate.text), held"
  }
}
