/// The text report of a session.
public enum SessionText {
  /// The parts of a session that a report shows.
  public enum Contents: Hashable, Sendable {
    /// Header, timeline and summary; if it `folds`, a line stands for rows that differ only in times
    /// and amounts, with what holds for all of them.
    case report(folds: Bool)
    /// All events under a heading, a line each.
    case events
    /// The summary.
    case summary
    /// Header, a chart of buffer level and link rate over wall time, and summary.
    case chart
  }

  /// The report, with a newline at its end.
  public static func text(
    _ report: SessionReport, style: TextStyle, contents: Contents = .report(folds: false)
  ) -> String {
    buffer(report, style, contents).text
  }

  /// The same in UTF-8.
  public static func bytes(
    _ report: SessionReport, style: TextStyle, contents: Contents = .report(folds: false)
  ) -> [UInt8] {
    buffer(report, style, contents).bytes
  }

  private static func buffer(
    _ report: SessionReport, _ style: TextStyle, _ contents: Contents
  ) -> TextBuffer {
    var buffer = TextBuffer()
    let summary = SummaryText(report: report, style: style).lines
    switch contents {
    case .events: EventList(session: report.session, style: style).write(to: &buffer)
    case .summary: buffer.write(lines: summary)
    case .report(let folds):
      buffer.write(lines: HeaderText(report: report, style: style).lines + [""])
      TimelineText(report: report, style: style, folds: folds).write(to: &buffer)
      buffer.write(lines: (report.session.ticks.isEmpty ? [] : [""]) + summary)
    case .chart:
      buffer.write(lines: HeaderText(report: report, style: style).lines + [""])
      buffer.write(lines: SessionChart(report: report, style: style).lines + [""] + summary)
    }
    return buffer
  }
}
