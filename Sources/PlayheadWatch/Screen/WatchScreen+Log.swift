import PlayheadModel
import PlayheadReporting

/// The log of transitions, the latest last.
extension WatchScreen {
  func drawLog(in grid: inout Grid) {
    let area = layout.log
    guard !area.isEmpty else { return }
    let log = watching.session.log
    let count = log.partitionPoint { $0.wallTime > watching.now }
    let width = TextStyle.Durations.clock.columnWidth(upTo: max(watching.now, .seconds(10)))
    var plain = style
    (plain.width, plain.usesColor) = (area.columns, false)
    var lines: [(text: String, look: Look, margin: Int)] = []
    var number = count
    while number > 0, lines.count < area.rows {
      number -= 1
      let mark = log[number]
      let time = TextStyle.Durations.clock.columnText(mark.wallTime).leftPadded(to: width)
      let row = WrappedRow(name: time, nameWidth: width + 2, style: plain)
      let look = mark.color?.look ?? Look()
      let words = row.lines(mark.text).enumerated().map { index, line in
        (line, look, index == 0 && line.hasPrefix(time) ? width : 0)
      }
      lines.insert(contentsOf: words, at: 0)
    }
    for (row, line) in lines.suffix(area.rows).enumerated() {
      let time = line.text.prefix(line.margin)
      let column = grid.put(time, at: area.column, area.row + row, .dim, before: area.end)
      grid.put(
        line.text.dropFirst(line.margin), at: column, area.row + row, line.look, before: area.end)
    }
  }

  /// The keys, over everything else.
  func drawHelp(in grid: inout Grid) {
    let keys = WatchKeyHelp.all
    let isWide = grid.columns >= 64 && grid.rows >= keys.count + 2
    let rows = min(keys.count, max(1, grid.rows - (isWide ? 2 : 0)))
    let columns = (keys.count + rows - 1) / rows
    let width = isWide ? 60 : max(1, min(20, grid.columns / columns))
    let area = Area(
      column: max(0, (grid.columns - columns * width) / 2), row: max(0, (grid.rows - rows) / 2),
      columns: columns * width, rows: rows)
    grid.clear(
      Area(
        column: area.column - 1, row: area.row - 1, columns: area.columns + 2, rows: area.rows + 2))
    for (number, key) in keys.enumerated() {
      let column = area.column + number / rows * width
      let row = area.row + number % rows
      let names = style.usesUnicode ? key.keys : key.plainKeys
      let gap = isWide ? 12 : 6
      let next = grid.put(names, at: column, row, .bold, before: column + width)
      grid.put(
        isWide ? key.help : key.short, at: max(column + gap, next + 1), row,
        before: column + width)
    }
  }
}
