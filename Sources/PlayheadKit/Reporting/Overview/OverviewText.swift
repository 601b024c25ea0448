/// The report of an overview for a person: header, one sentence, a row a network, the least rate.
public enum OverviewText {
  /// The report, with a newline at its end.
  public static func text(_ report: OverviewReport, style: TextStyle) -> String {
    var plain = style
    plain.usesColor = false
    let sentence = WrappedRow(name: "", nameWidth: 0, style: plain).lines(sentence(report.overview))
    let parts = [
      HeaderText(report: report, style: style).lines,
      sentence.map { style.set($0, in: .bold) },
      table(report.overview.networks, style),
      LeastRateText(report: report, style: style).lines,
    ]
    return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  private static func sentence(_ overview: Overview) -> String {
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

  private static func table(_ networks: [Overview.Network], _ style: TextStyle) -> [String] {
    let verdicts = networks.map { OverviewVerdict($0.summary) }
    let rows = zip(networks, verdicts).map { network, verdict in
      [
        network.preset.shortestName, network.rate.shortText, network.latency.shortText,
        network.summary.startup?.text(places: 2) ?? "never", "\(network.summary.stallCount)",
        network.summary.stalled.text(places: 2), verdict.text,
      ]
    }
    let table = TextTable(
      heading: ["network", "rate", "latency", "startup", "stalls", "stalled", "verdict"],
      rows: rows, words: [0, 6]
    ).fitting(style.width, dropping: [2, 4, 1, 5, 3])
    let lines = table.lines(style)
    return [lines[0]]
      + zip(lines.dropFirst(), verdicts).map { line, verdict in
        line.dropLast(verdict.text.count) + style.set(verdict.text, in: verdict.color)
      }
  }
}
