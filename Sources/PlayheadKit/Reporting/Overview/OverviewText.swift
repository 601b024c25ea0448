/// The report of an overview for a person: header, one sentence, a row a network, the least rate.
public enum OverviewText {
  /// The report, with a newline at its end.
  public static func text(_ report: OverviewReport, style: TextStyle) -> String {
    let plain = style.plain
    let sentence = WrappedRow(name: "", nameWidth: 0, style: plain).lines(sentence(report.overview))
    let parts = [
      HeaderText(report: report, style: style).lines,
      sentence.map { style.set($0, in: .bold) },
      OverviewTable(report.overview.networks, style.durations).lines(style),
      LeastRateText(report: report, style: style).lines,
    ]
    return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  static func sentence(_ overview: Overview) -> String {
    let count = overview.networks.count
    let good = overview.networks.count(where: \.playsThrough)
    let networks =
      switch good {
      case 0: "on none of \(counted(count, "network"))"
      case count: "on all of \(counted(count, "network"))"
      default: "on \(good) of \(counted(count, "network"))"
      }
    let rate = overview.leastRate.rate.map { "; the least rate at which it does is \($0.text)" }
    return "Plays without a stall \(networks)\(rate ?? "")."
  }

}
