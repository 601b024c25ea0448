import PlayheadLadder
import PlayheadModel

/// A line for each tick, with a session's marks between them where they happen.
struct TimelineText {
  let report: SessionReport
  let style: TextStyle
  /// Whether rows that ``RowFolding`` finds alike are left out.
  let folds: Bool

  /// Fewer rows than this are not worth a line that stands for them.
  private static let minimumFolded = 4

  func write(to buffer: inout TextBuffer) {
    let session = report.session
    let marks = report.adaptationMarks(style.durations).merged(
      with: session.marks(style.durations, causes: report.causes))
    let rows = TimelineRows(ticks: session.ticks, marks: marks)
    guard !rows.ticks.isEmpty else { return }
    var lines = Lines(report: report, style: style, buffer: buffer)
    let runs = folds ? RowFolding(rows: rows, link: report.link).runs() : []
    var next = 0
    for run in runs where run.count > Self.minimumFolded {
      for number in next..<run.lowerBound { write(number, of: rows, &lines) }
      lines.write(
        folded: rows.ticks[run.dropLast()],
        lasting: rows.ticks[run.upperBound - 1].wallTime - rows.ticks[run.lowerBound - 1].wallTime,
        fullCount: run.reduce(0) { count, number in
          count + rows.marks(before: number).count { $0.kind == .full }
        })
      lines.write(rows.ticks[run.upperBound - 1])
      next = run.upperBound
    }
    for number in next..<rows.ticks.count { write(number, of: rows, &lines) }
    lines.write(rows.lastMarks)
    if let mark = session.closingMark { lines.write([mark]) }
    buffer = lines.buffer
  }

  private func write(_ number: Int, of rows: TimelineRows, _ lines: inout Lines) {
    lines.write(rows.marks(before: number))
    lines.write(rows.ticks[number])
  }

  /// What is written, and what of the session it depends on.
  private struct Lines {
    private(set) var buffer: TextBuffer
    private var layout: TimelineLayout
    private let link: NetworkLink
    private var isInStall = false

    init(report: SessionReport, style: TextStyle, buffer: TextBuffer) {
      self.buffer = buffer
      layout = TimelineLayout(
        style: style, session: report.session, link: report.link,
        levels: report.adaptation?.levels, latency: report.adaptation?.latency)
      link = report.link
      // Most glyphs of a bar take three bytes.
      self.buffer.reserve(report.session.ticks.count * (3 * (layout.columns.bar ?? 0) + 64))
      self.buffer.write(lines: [layout.heading])
    }

    mutating func write(_ tick: Tick) {
      isInStall = tick.isInStall
      layout.write(tick, rate: link.rate(at: tick.wallTime), to: &buffer)
    }

    mutating func write(_ marks: ArraySlice<TimelineMark>) {
      for mark in marks {
        if mark.stall == .begin { isInStall = true }
        layout.write(mark, isInStall: isInStall, to: &buffer)
        if mark.stall == .end { isInStall = false }
      }
    }

    mutating func write(folded ticks: ArraySlice<Tick>, lasting time: WallTime, fullCount: Int) {
      guard let first = ticks.first else { return }
      layout.write(
        folded: ticks, lasting: time, fullCount: fullCount, rate: link.rate(at: first.wallTime),
        to: &buffer)
    }
  }
}
