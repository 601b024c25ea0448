import PlayheadAnalysis

/// How media plays on each network, a row a network.
struct OverviewTable {
  let rows: [[String]]
  private let verdicts: [OverviewVerdict]

  static let heading = ["network", "rate", "latency", "startup", "stalls", "stalled", "verdict"]
  /// The columns that hold words.
  static let words: Set<Int> = [0, 6]

  init(_ overview: Overview, _ durations: TextStyle.Durations) {
    let networks = overview.networks
    let verdicts = networks.map {
      OverviewVerdict($0.summary, startupLimit: overview.startupLimit, durations)
    }
    self.verdicts = verdicts
    rows = zip(networks, verdicts).map { network, verdict in
      [
        network.preset.name, network.rate.shortText,
        durations.shortText(network.latency),
        network.summary.startup.map { durations.text($0, places: 2) } ?? "never",
        "\(network.summary.stallCount)",
        network.summary.stalled.time.map { durations.text($0, places: 2) }
          ?? "open",
        verdict.text,
      ]
    }
  }

  /// The table as text; where there is no room for all columns there are fewer, and where there is
  /// none for two, verdicts stand under the names of networks.
  func lines(_ style: TextStyle) -> [String] {
    let table = TextTable(heading: Self.heading, rows: rows, words: Self.words)
      .fitting(style.width, dropping: [2, 4, 1, 5, 3])
    guard table.width <= style.width else {
      return zip(rows, verdicts).flatMap { row, verdict in
        [row[0], "  " + style.set(verdict.text, in: verdict.color)]
      }
    }
    let lines = table.lines(style)
    return [lines[0]]
      + zip(lines.dropFirst(), verdicts).map { line, verdict in
        line.dropLast(verdict.text.count) + style.set(verdict.text, in: verdict.color)
      }
  }
}
