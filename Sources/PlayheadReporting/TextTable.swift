/// Cells in columns under a heading: words to the left, numbers to the right.
package struct TextTable {
  private var heading: [String]
  private var rows: [[String]]
  /// Whether each column holds words.
  private var isWords: [Bool]
  private let gap: Int

  /// A table of columns named `heading`, with `gap` spaces between them; those numbered in `words`
  /// hold words.
  package init(heading: [String], rows: [[String]], words: Set<Int> = [], gap: Int = 2) {
    self.heading = heading
    self.rows = rows.map { $0.map(\.printable) }
    isWords = heading.indices.map(words.contains)
    self.gap = gap
  }

  private var widths: [Int] {
    heading.indices.map { column in ([heading] + rows).map { $0[column].columns() }.max() ?? 0 }
  }

  /// The columns of text that it takes.
  var width: Int { widths.reduce(0, +) + gap * (heading.count - 1) }

  /// The table without the first of `columns` that it takes to fit `width`, or without all of them.
  package func fitting(_ width: Int, dropping columns: [Int]) -> TextTable {
    var table = self
    var dropped: Set<Int> = []
    for column in columns where table.width > width {
      dropped.insert(column)
      let kept = heading.indices.filter { !dropped.contains($0) }
      table.heading = kept.map { heading[$0] }
      table.rows = rows.map { row in kept.map { row[$0] } }
      table.isWords = kept.map { isWords[$0] }
    }
    return table
  }

  /// The heading and a line for each row, with no spaces at the end.
  package func lines(_ style: TextStyle) -> [String] {
    let widths = widths
    let lines = ([heading] + rows).map { cells in
      let last = cells.count - 1
      return cells.indices.map { column in
        guard isWords[column] else { return cells[column].leftPadded(to: widths[column]) }
        return column == last ? cells[column] : cells[column].padded(to: widths[column])
      }.joined(separator: String(repeating: " ", count: gap))
    }
    return [style.set(lines[0], in: .dim)] + lines.dropFirst().map(\.withoutCommand)
  }
}
