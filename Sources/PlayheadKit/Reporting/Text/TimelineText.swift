/// One line a tick, with what the user does, starts, stalls and the like where they happen.
struct TimelineText {
  let report: SessionReport
  let style: TextStyle

  var lines: [String] {
    let ticks = report.session.ticks
    guard !ticks.isEmpty else { return [] }
    let layout = TimelineLayout(style: style, session: report.session)
    var marks = report.session.marks[...]
    var lines = [layout.heading]
    for tick in ticks {
      let coming = marks.prefix { $0.wallTime <= tick.wallTime }
      marks = marks[coming.endIndex...]
      // At one instant the tick comes last, but a mark reads better under the row it explains,
      // unless the row already shows what came of it.
      let isChanged = coming.contains { $0.wallTime == tick.wallTime && $0.isAction }
      let before = coming.prefix { isChanged || $0.wallTime < tick.wallTime }
      lines += before.flatMap(layout.lines)
      lines.append(layout.row(tick, rate: report.link.rate(at: tick.wallTime)))
      lines += coming[before.endIndex...].flatMap(layout.lines)
    }
    return lines + marks.flatMap(layout.lines)
  }
}
