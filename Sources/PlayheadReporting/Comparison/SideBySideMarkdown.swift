import PlayheadAnalysis

/// A comparison for a pull request, in GitHub Flavored Markdown: a sentence for each session, the
/// metrics, where the sessions part, and what they are.
enum SideBySideMarkdown {
  /// The document, with a newline at its end.
  static func text(
    _ report: SideBySideReport, durations: TextStyle.Durations = .clock
  ) -> String {
    let style = TextStyle(
      width: .max, usesUnicode: true, usesColor: false, durations: durations)
    let text = SideBySideText(report: report, style: style, contents: .summary)
    let parts = [
      text.sentences.map { "- **\($0)**" }, table(report, durations),
      report.namedComparisons.flatMap { name, comparison in
        PartingText(comparison, name: name, report: report, durations: durations).lines.enumerated()
          .map { "- \($0.offset == 0 ? "\(name) " : "")\(MarkdownText.plain($0.element))" }
      },
      facts(report, durations),
    ]
    return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n") + "\n"
  }

  private static func table(
    _ report: SideBySideReport, _ durations: TextStyle.Durations
  ) -> [String] {
    let metrics = SideBySideMetrics(report, durations)
    let names = report.namedRuns.map(\.name)
    let heading = ["metric", "A"] + names.dropFirst().flatMap { [$0, "\($0) - A"] }
    let rows = metrics.rows.map { row in
      [row.metric.label, MarkdownText.plain(row.cells[0].value)]
        + row.cells.dropFirst().flatMap { cell in
          let verdict =
            cell.verdict == MetricChange.Verdict.worse.rawValue
            ? "**\(cell.verdict)**" : cell.verdict
          let difference = cell.difference.isEmpty ? "" : "\(cell.difference) "
          return [MarkdownText.plain(cell.value), difference + verdict]
        }
    }
    let table = MarkdownTable(heading: heading, words: [0], rows: rows).lines
    guard !metrics.same.isEmpty else { return table }
    let same = metrics.same.map(\.label).joined(separator: ", ")
    return table + ["", "The same in all: \(same)."]
  }

  private static func facts(
    _ report: SideBySideReport, _ durations: TextStyle.Durations
  ) -> [String] {
    let facts = SideBySideFacts(report, durations)
    func line(_ label: String, _ facts: [String]) -> String {
      let texts = [MarkdownText.code(facts[0])] + facts.dropFirst().map(MarkdownText.plain)
      return "- \(label): \(texts.joined(separator: ", "))"
    }
    return zip(report.namedRuns, facts.own).flatMap { named, rows in
      rows.map { line("\(named.name) \($0.label)", $0.facts) }
    } + facts.common.map { line($0.label, $0.facts) }
  }
}
