import PlayheadModel

/// The text report of a session.
package enum SessionText {
  /// The parts of a session that a report shows.
  package enum Contents: Hashable, Sendable {
    /// Header, timeline and summary; if it `folds`, a line stands for rows that differ only in
    /// times and amounts, with what holds for all of them.
    case report(folds: Bool)
    /// All events under a heading, a line each, then all requests.
    case events
    /// The summary.
    case summary
    /// Header, a chart of buffer level and link rate over wall time, and summary.
    case chart

    /// Whether the report begins with a header.
    package var hasHeader: Bool {
      switch self {
      case .report, .chart: true
      case .events, .summary: false
      }
    }
  }

  /// The report, with a newline at its end.
  package static func text(
    _ report: SessionReport, style: TextStyle, contents: Contents = .report(folds: false)
  ) -> String {
    var buffer = TextBuffer()
    if contents.hasHeader { writeHeader(of: report.setting, style, to: &buffer) }
    write(report, style, contents, to: &buffer)
    return buffer.text
  }

  /// The header in UTF-8, with an empty line after it; it is known before the session is played.
  package static func header(of setting: SessionSetting, style: TextStyle) -> [UInt8] {
    var buffer = TextBuffer()
    writeHeader(of: setting, style, to: &buffer)
    return buffer.bytes
  }

  /// The report without its header, in UTF-8.
  package static func body(
    _ report: SessionReport, style: TextStyle, contents: Contents = .report(folds: false)
  ) -> [UInt8] {
    var buffer = TextBuffer()
    write(report, style, contents, to: &buffer)
    return buffer.bytes
  }

  private static func writeHeader(
    of setting: SessionSetting, _ style: TextStyle, to buffer: inout TextBuffer
  ) {
    buffer.write(lines: HeaderText(setting, style: style).lines + [""])
  }

  private static func write(
    _ report: SessionReport, _ style: TextStyle, _ contents: Contents, to buffer: inout TextBuffer
  ) {
    let writer = SummaryText(report: report, style: style)
    let adaptation = report.adaptation
    let spread = report.spread.map {
      [""]
        + SpreadText(
          spread: $0, summary: report.summary, ladder: adaptation?.ladder, style: style
        ).lines
    }
    let whatIf = report.whatIf.map {
      [""]
        + WhatIfText(whatIf: $0, summary: report.summary, durations: style.durations).lines(style)
    }
    let rest =
      (adaptation.map { AdaptationText(report: $0, style: style).lines } ?? []) + (spread ?? [])
      + (whatIf ?? [])
    switch contents {
    case .events:
      EventList(report: report, style: style).write(to: &buffer)
      guard !report.session.requests.isEmpty else { return }
      buffer.write(lines: [""])
      RequestList(report: report, style: style).write(to: &buffer)
    case .summary:
      // Reports with a header have these there.
      let restarts = report.file.map {
        MediaFacts(media: $0, durations: style.durations).restarts
      }
      buffer.write(
        lines: writer.lines + rest + (restarts ?? []).flatMap { writer.row("media", $0) })
    case .report(let folds):
      writer.write(to: &buffer, rest: rest) {
        TimelineText(report: report, style: style, folds: folds).write(to: &$0)
      }
    case .chart:
      writer.write(to: &buffer, rest: rest) {
        $0.write(lines: SessionChart(report: report, style: style).lines)
      }
    }
  }
}

extension UserAction {
  /// The action as it is written for `--do`: `40 s seek 3 s keyframe`.
  func text(_ durations: TextStyle.Durations) -> String {
    "\(durations.text(wallTime)) \(kind.text { durations.text($0) })"
  }
}
