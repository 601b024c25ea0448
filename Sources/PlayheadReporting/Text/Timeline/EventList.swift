import PlayheadModel

/// All events of a session under a heading: wall time, media time, event.
///
/// Each event begins a line; longer words continue on lines under their beginning.
struct EventList {
  let report: SessionReport
  let style: TextStyle

  func write(to buffer: inout TextBuffer) {
    let marks = report.adaptationMarks(style.durations).merged(
      with: report.session.eventMarks(style.durations, causes: report.causes))
    let longest = marks.reduce(WallTime.zero) { max($0, $1.wallTime) }
    let furthest = marks.reduce(MediaTime.zero) { max($0, $1.mediaTime) }
    let width = max(
      7, style.durations.columnWidth(upTo: longest), style.durations.columnWidth(upTo: furthest))
    func times(_ wall: String, _ media: String) -> String {
      wall.leftPadded(to: width) + media.leftPadded(to: width + 2)
    }
    let heading = times("wall", "media")
    let hasRoomForWords = heading.count + 7 <= style.width
    buffer.write(lines: [style.set(heading + (hasRoomForWords ? "  event" : ""), in: .dim)])
    for mark in marks {
      let times = times(
        style.durations.columnText(mark.wallTime), style.durations.columnText(mark.mediaTime))
      let row = WrappedRow(name: times, nameWidth: 2 * width + 4, style: style.plain)
      for line in row.lines(mark.text) {
        // Colour is for the words alone.
        let margin = line.hasPrefix(times) ? times.count : 0
        let words = line.dropFirst(margin)
        buffer.write(String(line.prefix(margin)))
        buffer.write(mark.color.map { style.set(String(words), in: $0) } ?? String(words))
        buffer.endLine()
      }
    }
  }
}
