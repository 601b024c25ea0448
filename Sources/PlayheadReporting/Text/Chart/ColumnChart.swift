/// Amounts over time as columns of blocks, with a scale at the left.
///
/// An amount above zero is never drawn as zero.
package struct ColumnChart {
  let style: TextStyle
  /// The number of lines.
  let rows: Int
  /// The width of the scale without its axis.
  let labelWidth: Int
  /// The solid part of each column, none negative.
  let amounts: [Int64]
  /// How far each column is shaded above its solid part; empty if none is.
  var shades: [Int64] = []
  /// The amount that fills a column.
  let top: Int64
  /// `top` in words.
  let topLabel: String

  /// A chart of `amounts`, which are shaded up to `shades` if there are any, a column each.
  package init(
    style: TextStyle, rows: Int, labelWidth: Int, amounts: [Int64], shades: [Int64] = [],
    top: Int64, topLabel: String
  ) {
    (self.style, self.rows, self.labelWidth) = (style, rows, labelWidth)
    (self.amounts, self.shades, self.top, self.topLabel) = (amounts, shades, top, topLabel)
  }

  /// The glyph of a shaded cell.
  static func shade(_ style: TextStyle) -> Character { style.usesUnicode ? "░" : "-" }

  /// The glyphs of a cell from empty to full.
  static func glyphs(_ style: TextStyle) -> [Character] {
    style.usesUnicode ? [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] : [" ", ".", ":", "#"]
  }

  package var lines: [String] {
    let glyphs = Self.glyphs(style)
    let shade = Self.shade(style)
    let steps = glyphs.count - 1
    let heights = amounts.map { height(of: $0, outOf: rows * steps) }
    let shaded = shades.map { height(of: $0, outOf: rows * steps) }
    return (0..<rows).reversed().map { row in
      let label = row == rows - 1 ? topLabel : ""
      let cells = heights.indices.map { column in
        let glyph = glyphs[min(max(heights[column] - row * steps, 0), steps)]
        let isShaded = glyph == " " && !shaded.isEmpty && shaded[column] > row * steps
        return isShaded ? shade : glyph
      }
      return label.leftPadded(to: labelWidth - 1) + " " + (style.usesUnicode ? "│" : "|")
        + String(cells).withoutTrailingSpaces
    }
  }

  /// How high a column is, rounded up.
  private func height(of amount: Int64, outOf steps: Int) -> Int {
    guard top > 0 else { return 0 }
    return Int((Int128(amount) * Int128(steps) + Int128(top) - 1) / Int128(top))
  }
}
