import PlayheadAnalysis
import PlayheadLadder

/// How media plays on each network, a row a network.
struct OverviewTable {
  let heading: [String]
  /// The columns that hold words.
  let words: Set<Int>
  let rows: [[String]]
  private let verdicts: [OverviewVerdict]
  private let isAdaptive: Bool

  init(_ overview: Overview, _ durations: TextStyle.Durations) {
    let networks = overview.networks
    let verdicts = networks.map {
      OverviewVerdict($0.summary, startupLimit: overview.startupLimit, durations)
    }
    self.verdicts = verdicts
    isAdaptive = networks.contains { $0.summary.adaptation != nil }
    let adaptation = isAdaptive ? Self.adaptation : []
    heading =
      ["network", "rate", "latency", "startup", "stalls", "stalled"] + adaptation + ["verdict"]
    words = [0, heading.count - 1]
    rows = zip(networks, verdicts).map { network, verdict in
      [
        network.preset.name, network.rate.shortText,
        durations.shortText(network.latency),
        network.summary.startup.map { durations.text($0, places: 2) } ?? "never",
        "\(network.summary.stallCount)",
        (network.summary.stalled.isOpen ? "at least " : "")
          + durations.text(network.summary.stalled.elapsed, places: 2),
      ] + (network.summary.adaptation.map(Self.cells) ?? []) + [verdict.text]
    }
  }

  private static let adaptation = ["bit rate", "levels", "switches"]

  /// What was played of a ladder: its mean bit rate, the levels from the lowest to the highest, and
  /// the switches between them.
  private static func cells(_ adaptation: LadderSummary) -> [String] {
    let played = adaptation.timeAtLevel.indices.filter { adaptation.timeAtLevel[$0] > .zero }
    let levels = played.first.map { first -> String in
      let last = played[played.count - 1]
      return first == last
        ? "\(LevelBar.sign(of: first))"
        : "\(LevelBar.sign(of: first))-\(LevelBar.sign(of: last))"
    }
    return [
      adaptation.meanPlayedBitRate?.rounded.shortText ?? "none", levels ?? "none",
      "\(adaptation.switches.count)",
    ]
  }

  /// The table as text; where there is no room for all columns there are fewer, and where there is
  /// none for two, verdicts stand under the names of networks.
  func lines(_ style: TextStyle) -> [String] {
    let table = TextTable(heading: heading, rows: rows, words: words)
      .fitting(style.width, dropping: isAdaptive ? [2, 4, 8, 7, 1, 5, 3, 6] : [2, 4, 1, 5, 3])
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
