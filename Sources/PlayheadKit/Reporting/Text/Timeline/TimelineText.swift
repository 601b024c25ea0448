/// One line a tick, with what the user does, starts, stalls and the like where they happen.
struct TimelineText {
  let report: SessionReport
  let style: TextStyle
  /// Whether rows are left out in which nothing changes but times, amounts, and whether the buffer is
  /// full.
  let folds: Bool

  /// Fewer rows than this are not worth a line that stands for them.
  private static let leastFolded = 4

  func write(to buffer: inout TextBuffer) {
    let rows = TimelineRows(
      ticks: report.session.ticks, marks: report.session.marks(style.durations))
    guard !rows.ticks.isEmpty else { return }
    var lines = Lines(report: report, style: style, buffer: buffer)
    // Rows since the last one that was written, all alike.
    var held = 0..<0
    for number in rows.ticks.indices {
      if folds, number > 0, continues(at: number, rows, lines) {
        held = (held.isEmpty ? number : held.lowerBound)..<number + 1
      } else {
        write(held, of: rows, &lines)
        held = 0..<0
        write(number, of: rows, &lines)
      }
    }
    write(held, of: rows, &lines)
    lines.write(rows.lastMarks)
    if let mark = report.session.closingMark { lines.write([mark]) }
    buffer = lines.buffer
  }

  /// Whether a row is like the one before it, with nothing between them but that the buffer is full
  /// or no longer so.
  ///
  /// A player that loads up to its high watermark and again from its low one does that for hours.
  private func continues(at number: Int, _ rows: TimelineRows, _ lines: Lines) -> Bool {
    rows.marks(before: number).allSatisfy { $0.kind == .full || $0.kind == .noLongerFull }
      && lines.isAlike(rows.ticks[number], rows.ticks[number - 1])
  }

  private func write(_ number: Int, of rows: TimelineRows, _ lines: inout Lines) {
    lines.write(rows.marks(before: number))
    lines.write(rows.ticks[number])
  }

  /// Writes rows that follow one like them: the last one, and what stands for the others.
  private func write(_ held: Range<Int>, of rows: TimelineRows, _ lines: inout Lines) {
    let folded = held.dropLast()
    guard folded.count >= Self.leastFolded else {
      for number in held { write(number, of: rows, &lines) }
      return
    }
    let last = held.upperBound - 1
    lines.write(
      folded: rows.ticks[folded.startIndex..<folded.endIndex],
      lasting: rows.ticks[last].wallTime - rows.ticks[held.lowerBound - 1].wallTime,
      fullCount: held.reduce(0) { count, number in
        count + rows.marks(before: number).count { $0.kind == .full }
      })
    lines.write(rows.ticks[last])
  }

  /// What is written, and what of the session it depends on.
  private struct Lines {
    private(set) var buffer: TextBuffer
    private var layout: TimelineLayout
    private let link: Link
    private var isInStall = false

    init(report: SessionReport, style: TextStyle, buffer: TextBuffer) {
      self.buffer = buffer
      layout = TimelineLayout(style: style, session: report.session, link: report.link)
      link = report.link
      // Most glyphs of a bar take three bytes.
      self.buffer.reserve(report.session.ticks.count * (3 * (layout.columns.bar ?? 0) + 64))
      self.buffer.write(lines: [layout.heading])
    }

    func isAlike(_ left: Tick, _ right: Tick) -> Bool { layout.isAlike(left, right) }

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

    mutating func write(folded ticks: ArraySlice<Tick>, lasting time: MediaTime, fullCount: Int) {
      let isInStall = ticks.first?.isInStall ?? false
      layout.write(
        folded: ticks, lasting: time, fullCount: fullCount, isInStall: isInStall, to: &buffer)
    }
  }
}
