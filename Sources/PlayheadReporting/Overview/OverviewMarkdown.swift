/// An overview for a pull request, in GitHub Flavored Markdown: one plain sentence, a row a
/// network, the minimum rate, and what was played by what.
package enum OverviewMarkdown {
  /// The report, with a newline at its end.
  package static func text(
    _ report: OverviewReport, durations: TextStyle.Durations = .clock
  ) -> String {
    let subject = report.setting.subject
    let style = TextStyle(
      width: .max, usesUnicode: true, usesColor: false, durations: durations)
    let writer = MarkdownFacts(durations: durations)
    let table = OverviewTable(report.overview, durations)
    let parts = [
      ["**\(OverviewText.sentence(report.overview, durations))**"]
        + subject.damage.findings.map { "\n**Media damaged:** \(MarkdownText.plain($0))" },
      MarkdownTable(
        heading: table.heading, words: table.words,
        rows: table.rows.map { $0.map(MarkdownText.plain) }
      ).lines,
      MinimumRateText(report: report, style: style).facts.map {
        "- \($0.name): \(MarkdownText.plain($0.text))"
      },
      writer.media(subject) + [
        writer.row(report.overview, by: subject.scenario.transport), writer.player(subject),
      ] + writer.rows(RunSettings(subject.scenario)),
    ]
    return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }
}
