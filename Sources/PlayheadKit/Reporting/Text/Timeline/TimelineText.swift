/// One line a tick, with what the user does, starts, stalls and the like where they happen.
struct TimelineText {
  let report: SessionReport
  let style: TextStyle
  /// Whether rows are left out in which nothing changes but times and amounts.
  let folds: Bool

  /// Fewer rows than this are not worth a line that stands for them.
  private static let leastFolded = 2

  func write(to buffer: inout TextBuffer) {
    let ticks = report.session.ticks
    guard !ticks.isEmpty else { return }
    var lines = Lines(report: report, style: style, buffer: buffer)
    let marks = report.session.marks(style.durations)
    var next = 0
    // Rows since the last one that was written, all alike.
    var held = 0..<0
    for (number, tick) in ticks.enumerated() {
      let first = next
      while next < marks.count, marks[next].wallTime <= tick.wallTime { next += 1 }
      let coming = marks[first..<next]
      // At one instant the tick comes last, but a mark reads better under the row it explains,
      // unless the row already shows what came of it.
      let isChanged = coming.contains { $0.wallTime == tick.wallTime && $0.isAction }
      let before = coming.prefix { isChanged || $0.wallTime < tick.wallTime }
      let continues =
        folds && number > 0 && before.isEmpty && lines.isAlike(tick, ticks[number - 1])
      if continues {
        held = (held.isEmpty ? number : held.lowerBound)..<number + 1
      } else {
        write(held, of: ticks, &lines)
        held = 0..<0
        lines.write(before)
        lines.write(tick)
      }
      guard before.endIndex < coming.endIndex else { continue }
      write(held, of: ticks, &lines)
      held = 0..<0
      lines.write(coming[before.endIndex...])
    }
    write(held, of: ticks, &lines)
    lines.write(marks[next...])
    buffer = lines.buffer
  }

  /// Writes rows that follow one like them: the last one, and what stands for the others.
  private func write(_ held: Range<Int>, of ticks: [Tick], _ lines: inout Lines) {
    let folded = held.dropLast()
    if folded.count >= Self.leastFolded {
      let time = ticks[held.upperBound - 1].wallTime - ticks[held.lowerBound - 1].wallTime
      lines.write(folded: ticks[folded.startIndex..<folded.endIndex], lasting: time)
      lines.write(ticks[held.upperBound - 1])
    } else {
      for number in held { lines.write(ticks[number]) }
    }
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

    mutating func write(folded ticks: ArraySlice<Tick>, lasting time: MediaTime) {
      let isInStall = ticks.first?.isInStall ?? false
      layout.write(folded: ticks, lasting: time, isInStall: isInStall, to: &buffer)
    }
  }
}
