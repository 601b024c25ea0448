import PlayheadReporting

/// A tick diff in text: rows with a sign before those that are in one timeline only.
struct TickDiffText {
  private let diff: TickDiff
  private let style: TextStyle

  init(_ diff: TickDiff, style: TextStyle) {
    self.diff = diff
    self.style = style
  }

  /// A heading and the rows.
  var lines: [String] {
    let places = areRoundedRowsTheSame ? 9 : 3
    let heading = WrappedRow(name: "", nameWidth: 0, style: style.plain).lines(
      "first difference of the timelines, rows every \(diff.interval.text): wall, media, "
        + "buffer")
    let rows = diff.rows.map { row(at: places, $0) }
    let widths = (0..<3).map { column in
      rows.reduce(0) { max($0, $1.cells[column].count) } + 2
    }
    return heading
      + rows.map { row in
        let cells = zip(row.cells, widths).map { $0.leftPadded(to: $1) }.joined()
        let line = "\(row.sign)\(cells)  \(row.state)"
        return row.color.map { style.set(line, in: $0) } ?? line
      }
  }

  /// Whether rows would look the same at three decimals though they are not.
  private var areRoundedRowsTheSame: Bool {
    func cells(_ isWanted: (TickDiff.Row) -> Bool) -> [[String]] {
      diff.rows.filter(isWanted).map { row in
        let row = self.row(at: 3, row)
        return row.cells + [row.state]
      }
    }
    let recorded = cells { if case .recorded = $0 { true } else { false } }
    return recorded == cells { if case .found = $0 { true } else { false } }
  }

  private func row(
    at places: Int, _ row: TickDiff.Row
  ) -> (sign: String, color: TextStyle.Color?, cells: [String], state: String) {
    let (sign, color, tick): (String, TextStyle.Color?, RecordedTick) =
      switch row {
      case .same(let tick): (" ", nil, tick)
      case .recorded(let tick): ("-", .red, tick)
      case .found(let tick): ("+", .green, tick)
      }
    let cells = [
      tick.wallTime.clockText(places: places), tick.mediaTime.clockText(places: places),
      tick.bufferLevel.clockText(places: places),
    ]
    return (sign, color, cells, tick.state.rawValue)
  }
}
