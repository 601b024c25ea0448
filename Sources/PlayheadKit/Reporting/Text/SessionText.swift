/// The report of a session for a person: header, timeline, summary.
public enum SessionText {
  /// The report, with a newline at its end.
  public static func text(_ report: SessionReport, style: TextStyle) -> String {
    let parts = [
      HeaderText(report: report, style: style).lines,
      TimelineText(report: report, style: style).lines,
      SummaryText(report: report, style: style).lines,
    ]
    return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n") + "\n"
  }
}
