/// Amounts over time as columns of blocks, with a scale at their left.
///
/// An amount that is not nothing is never drawn as nothing.
struct ColumnChart {
  let style: TextStyle
  /// How many lines it takes.
  let rows: Int
  /// How many columns the scale takes, its axis left out.
  let labelWidth: Int
  /// What each column shows, none negative.
  let amounts: [Int64]
  /// The amount that fills a column.
  let top: Int64
  /// What `top` is in words.
  let topLabel: String

  var lines: [String] {
    let glyphs: [Character] =
      style.usesUnicode ? [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] : [" ", ".", ":", "#"]
    let steps = glyphs.count - 1
    let heights = amounts.map { height(of: $0, outOf: rows * steps) }
    return (0..<rows).reversed().map { row in
      let label = row == rows - 1 ? topLabel : ""
      let cells = heights.map { glyphs[min(max($0 - row * steps, 0), steps)] }
      return label.leftPadded(to: labelWidth - 1) + " " + (style.usesUnicode ? "│" : "|")
        + String(cells).withoutTrailingSpaces
    }
  }

  /// How high a column is, rounded up, so that little is not nothing.
  private func height(of amount: Int64, outOf steps: Int) -> Int {
    guard top > 0 else { return 0 }
    return Int((Int128(amount) * Int128(steps) + Int128(top) - 1) / Int128(top))
  }
}
