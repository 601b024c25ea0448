/// Cells in columns under a heading: words to the left, numbers to the right.
package struct TextTable {
  private var heading: [String]
  private var rows: [[String]]
  /// Whether each column holds words.
  private var isWords: [Bool]
  private let gap: Int
  /// The colours of the cells, row by row; empty if no cell has one.
  private var colors: [[TextStyle.Color?]]

  /// A table of columns named `heading`, with `gap` spaces between them.
  ///
  /// The columns numbered in `words` hold words; cells may have `colors`, row by row.
  package init(
    heading: [String], rows: [[String]], words: Set<Int> = [], gap: Int = 2,
    colors: [[TextStyle.Color?]] = []
  ) {
    self.heading = heading
    self.colors = colors
    self.rows = rows.map { $0.map(\.printable) }
    isWords = heading.indices.map(words.contains)
    self.gap = gap
  }

  private var widths: [Int] {
    heading.indices.map { column in ([heading] + rows).map { $0[column].columns() }.max() ?? 0 }
  }

  /// The columns of text that it takes.
  package var width: Int { widths.reduce(0, +) + gap * (heading.count - 1) }

  /// The table without the first of `columns` that it takes to fit `width`, or without all of them.
  package func fitting(_ width: Int, dropping columns: [Int]) -> TextTable {
    var table = self
    var dropped: Set<Int> = []
    for column in columns where table.width > width {
      dropped.insert(column)
      let kept = heading.indices.filter { !dropped.contains($0) }
      table.heading = kept.map { heading[$0] }
      table.rows = rows.map { row in kept.map { row[$0] } }
      table.colors = colors.map { row in kept.map { row[$0] } }
      table.isWords = kept.map { isWords[$0] }
    }
    return table
  }

  /// The heading and a line for each row, with no spaces at the end.
  package func lines(_ style: TextStyle) -> [String] {
    let widths = widths
    func line(_ cells: [String], _ colors: [TextStyle.Color?] = []) -> String {
      cells.indices.map { column in
        let cell = cells[column]
        let margin = spaces(max(0, widths[column] - cell.columns()))
        let text = column < colors.count ? colors[column].map { style.set(cell, in: $0) } : nil
        guard isWords[column] else { return margin + (text ?? cell) }
        return (text ?? cell) + (column == cells.count - 1 ? "" : margin)
      }.joined(separator: spaces(gap)).withoutTrailingSpaces
    }
    let lines = rows.enumerated().map { number, cells in
      line(cells, number < colors.count ? colors[number] : [])
    }
    return [style.set(line(heading), in: .dim)] + lines.map(\.withoutCommand)
  }
}

extension [String] {
  /// The last parts of these paths, where there is no room for folders; as they are if two would
  /// read the same.
  package var withoutFolders: [String] {
    let names = map { $0.split(separator: "/").last.map(String.init) ?? $0 }
    return Set(names).count == Set(self).count ? names : self
  }
}
