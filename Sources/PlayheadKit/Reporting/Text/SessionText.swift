/// The report of a session for a person.
public enum SessionText {
  /// What of a session is told.
  public enum Contents: Hashable, Sendable {
    /// Header, timeline and summary; if it `folds`, rows are left out in which nothing changes but
    /// times, amounts, and whether the buffer is full.
    case report(folds: Bool)
    /// All events, each from a line of its own, under a heading.
    case events
    /// The summary alone.
    case summary
    /// Header, a picture of buffer and link over wall time, and summary.
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
