/// All events of a session: a line each with wall time, media time and what happened.
///
/// No line is broken or cut, however narrow the terminal is, so that a line is an event for whoever
/// counts or searches them.
struct EventList {
  let session: Session
  let style: TextStyle

  func write(to buffer: inout TextBuffer) {
    let marks = session.eventMarks(style.durations)
    let longest = marks.reduce(MediaTime.zero) { max($0, $1.wallTime, $1.mediaTime) }
    let width = max(7, style.durations.columnWidth(upTo: longest))
    for mark in marks {
      buffer.write(style.durations.columnText(mark.wallTime), toTheRightOf: width)
      buffer.write(style.durations.columnText(mark.mediaTime), toTheRightOf: width + 2)
      buffer.write("  ")
      buffer.write(mark.color.map { style.set(mark.text, in: $0) } ?? mark.text)
      buffer.endLine()
    }
  }
}
