import PlayheadAnalysis
import PlayheadLadder

/// The report of a session of a ladder for a pull request, in GitHub Flavored Markdown: as that of
/// a file, with the figures of adaptation.
package enum LadderMarkdown {
  /// The report, with a newline at its end.
  package static func text(
    _ report: LadderReport, durations: TextStyle.Durations = .clock
  ) -> String {
    let style = TextStyle(
      width: .max, usesUnicode: true, usesColor: false, durations: durations)
    let writer = MarkdownFacts(durations: durations)
    let damage = report.media.ladder.damage.findings
    let parts = [
      ["**\(SummaryText(report: report, style: style).sentence)**"]
        + damage.map { "\n**Media damaged:** \(MarkdownText.plain($0))" },
      MarkdownTable(
        heading: ["metric", "value"], words: [0], rows: writer.figures(report)
      ).lines,
      writer.stalls(report.session, causes: report.causes), writer.seeks(report.session),
      writer.causes(report.causes), writer.whatIf(report.whatIf, beside: report.summary),
      writer.optimum(report), writer.unperformed(report.session),
      writer.rows(report.media) + [
        writer.row(
          report.link.profile, asked: report.network, by: report.scenario.transport,
          elapsed: report.session.elapsed),
        writer.row(report.scenario, rule: report.rule),
      ] + writer.rows(RunSettings(report.scenario)),
    ]
    return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n") + "\n"
  }
}
