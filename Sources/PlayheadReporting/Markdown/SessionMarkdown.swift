/// The report of a session for a pull request, in GitHub Flavored Markdown: one sentence, the
/// figures, stalls and seeks if there are any, and media, network and player.
///
/// Names of files, networks and players may hold anything; they are set as code, in which nothing
/// is read as a mention, a link or HTML.
package enum SessionMarkdown {
  /// The report, with a newline at its end.
  package static func text(
    _ report: SessionReport, durations: TextStyle.Durations = .clock
  ) -> String {
    let style = TextStyle(
      width: .max, usesUnicode: true, usesColor: false, durations: durations)
    let writer = MarkdownFacts(durations: durations)
    let parts = [
      ["**\(SummaryText(report: report, style: style).sentence)**"]
        + report.summary.damage.findings.map { "\n**Media damaged:** \(MarkdownText.plain($0))" },
      MarkdownTable(
        heading: ["metric", "value"], words: [0], rows: writer.figures(report)
      ).lines,
      writer.stalls(report.session, causes: report.causes), writer.seeks(report.session),
      writer.causes(report.causes),
      writer.whatIf(report.whatIf, beside: report.summary),
      report.adaptation.map(writer.optimum) ?? [], writer.unperformed(report.session),
      writer.media(report.setting.subject) + [
        writer.row(
          report.link.profile, asked: report.setting.network, by: report.transport,
          elapsed: report.session.elapsed),
        writer.player(report.setting.subject),
      ] + writer.rows(report.run),
    ]
    return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n") + "\n"
  }
}
