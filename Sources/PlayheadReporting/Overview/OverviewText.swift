import PlayheadAnalysis
import PlayheadModel

/// The report of an overview for a person: header, one sentence, a row a network, the minimum rate.
package enum OverviewText {
  /// The report, with a newline at its end.
  package static func text(_ report: OverviewReport, style: TextStyle) -> String {
    header(of: report.setting, style: style) + body(of: report, style: style)
  }

  /// The header, with an empty line after it; it is known before anything is played.
  package static func header(of setting: SessionSetting, style: TextStyle) -> String {
    HeaderText(overviewOf: setting.subject, style: style).lines.joined(separator: "\n") + "\n\n"
  }

  /// The report without its header, with a newline at its end.
  static func body(of report: OverviewReport, style: TextStyle) -> String {
    let plain = style.plain
    let sentence = WrappedRow(name: "", nameWidth: 0, style: plain).lines(
      sentence(report.overview, style.durations))
    let parts = [
      sentence.map { style.set($0, in: .bold) } + damageLines(report, style),
      OverviewTable(report.overview, style.durations).lines(style),
      MinimumRateText(report: report, style: style).lines,
    ]
    return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  /// What the media lacks, a line each; empty if it is whole.
  private static func damageLines(
    _ report: OverviewReport, _ style: TextStyle
  ) -> [String] {
    report.setting.subject.damage.findings.flatMap {
      WrappedRow(name: "", nameWidth: 0, style: style.plain).lines("media damaged: \($0)")
    }.map { style.set($0, in: .red) }
  }

  static func sentence(_ overview: Overview, _ durations: TextStyle.Durations) -> String {
    let count = overview.networks.count
    let good = overview.networks.count(where: \.playsThrough)
    let networks =
      switch good {
      case 0: "on none of \(counted(count, "network"))"
      case count: "on all \(counted(count, "network"))"
      default: "on \(good) of \(counted(count, "network"))"
      }
    let minimum = overview.minimumRate
    let rate = minimum.rate.map {
      "Minimum rate for this: \($0.text) \(minimum.latencyText(durations))."
    }
    return "Starts within \(durations.text(overview.startupLimit)) and plays without a stall "
      + "\(networks). \(rate ?? "No rate is enough for this.")"
  }
}
