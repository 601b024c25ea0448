import PlayheadLadder
import PlayheadModel

/// The text report of a session of a ladder.
package enum LadderText {
  /// The report in UTF-8, with a newline at its end.
  package static func bytes(
    _ report: LadderReport, style: TextStyle, contents: SessionText.Contents
  ) -> [UInt8] {
    var buffer = TextBuffer()
    if contents.hasHeader {
      let header = LadderHeader(
        media: report.media, scenario: report.scenario, rule: report.rule, style: style,
        asked: report.network.text)
      buffer.write(lines: header.lines + [""])
    }
    let writer = SummaryText(report: report, style: style)
    let rest =
      LadderSummaryText(report: report, style: style).lines
      + LiveSummaryText(report: report, style: style).lines
      + (report.spread.map {
        [""]
          + SpreadText(
            spread: $0, summary: report.summary, ladder: report.media.ladder, style: style
          ).lines
      } ?? [])
      + (report.whatIf.map {
        [""]
          + WhatIfText(whatIf: $0, summary: report.summary, durations: style.durations)
          .lines(style)
      } ?? [])
    var marks: [TimelineMark] { LadderMarks(report: report, durations: style.durations).marks }
    var levels: LevelCourse {
      LevelCourse(report.played, lane: 0, duration: report.media.ladder.duration)
    }
    switch contents {
    case .events:
      EventList(
        session: report.session, causes: report.causes, style: style, extraMarks: marks
      ).write(to: &buffer)
      buffer.write(lines: [""])
      RequestList(
        session: report.session, style: style,
        subjects: report.played.requests.map { $0.subject.words(in: report.media.ladder) }
      ).write(to: &buffer)
    case .summary: buffer.write(lines: writer.lines + rest)
    case .report(let folds):
      writer.write(to: &buffer, rest: rest) {
        TimelineText(
          report: report, style: style, folds: folds, levels: levels,
          latency: report.latency, extraMarks: marks
        )
        .write(to: &$0)
      }
    case .chart:
      writer.write(to: &buffer, rest: rest) {
        $0.write(
          lines: SessionChart(
            report: report, style: style, levels: levels, latency: report.latency
          ).lines)
      }
    }
    return buffer.bytes
  }
}
