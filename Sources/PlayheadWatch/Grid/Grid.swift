package import PlayheadReporting

/// The screen of a terminal as a value.
package struct Grid: Hashable, Sendable {
  /// The number of columns.
  package let columns: Int
  /// The number of rows.
  package let rows: Int
  private var cells: [Cell]
  private let width: DisplayWidth

  /// An empty screen.
  package init(columns: Int, rows: Int, ambiguous: AmbiguousWidth = .narrow) {
    (self.columns, self.rows) = (max(0, columns), max(0, rows))
    cells = [Cell](repeating: .blank, count: self.columns * self.rows)
    width = DisplayWidth(ambiguous: ambiguous)
  }

  package static func == (left: Grid, right: Grid) -> Bool {
    left.columns == right.columns && left.rows == right.rows && left.cells == right.cells
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(cells) }

  /// The size.
  package var size: ScreenSize { ScreenSize(columns: columns, rows: rows) }

  /// The cell at a place that the screen has.
  package subscript(column: Int, row: Int) -> Cell {
    get { cells[row * columns + column] }
    set { cells[row * columns + column] = newValue }
  }

  private func has(_ column: Int, _ row: Int) -> Bool {
    (0..<columns).contains(column) && (0..<rows).contains(row)
  }

  /// Writes `text` from a place on, as far as there is room up to `limit`, the column behind the
  /// last one; returns the column behind what was written.
  @discardableResult
  package mutating func put(
    _ text: some StringProtocol, at column: Int, _ row: Int, _ look: Look = Look(),
    before limit: Int? = nil
  ) -> Int {
    let end = min(limit ?? columns, columns)
    var column = column
    for character in text {
      let count = width.columns(of: character)
      guard count > 0 else { continue }
      guard column + count <= end else { break }
      if has(column, row) {
        self[column, row] = Cell(character, look)
        if count == 2, has(column + 1, row) { self[column + 1, row] = Cell(nil, look) }
      }
      column += count
    }
    return column
  }

  /// Writes `text` so that it ends before `limit`; returns the column at which it begins.
  @discardableResult
  package mutating func put(
    _ text: String, endingAt limit: Int, _ row: Int, _ look: Look = Look()
  ) -> Int {
    let start = max(0, limit - width.columns(of: text))
    put(text, at: start, row, look, before: limit)
    return start
  }

  /// Writes text whose colours are in escape sequences, which may have several lines.
  package mutating func put(
    styled text: String, at column: Int, _ row: Int, before limit: Int? = nil
  ) {
    var reader = StyledText(text)
    var (place, line) = (column, row)
    while let part = reader.next() {
      switch part {
      case .newline: (place, line) = (column, line + 1)
      case .character(let character, let look):
        place = put(String(character), at: place, line, look, before: limit)
      }
    }
  }

  /// Copies `other` to a place.
  package mutating func put(_ other: Grid, at column: Int, _ row: Int) {
    for line in 0..<other.rows {
      for place in 0..<other.columns where has(column + place, row + line) {
        self[column + place, row + line] = other[place, line]
      }
    }
  }

  /// Changes the look of the cells of a rectangle.
  package mutating func relook(_ area: Area, _ change: (inout Cell) -> Void) {
    for row in area.row..<area.bottom {
      for column in area.column..<area.end where has(column, row) { change(&self[column, row]) }
    }
  }

  /// Empties a rectangle.
  package mutating func clear(_ area: Area) { relook(area) { $0 = .blank } }

  /// Takes all colours out.
  package mutating func removeColors() {
    for place in cells.indices { cells[place].look = cells[place].look.withoutColors }
  }

  /// The number of columns that `text` takes.
  package func width(of text: some StringProtocol) -> Int { width.columns(of: text) }
}

/// The size of a screen.
package struct ScreenSize: Hashable, Sendable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) { (self.columns, self.rows) = (columns, rows) }

  /// The size written as `80x24`; `nil` if `text` is no size of a screen.
  package init?(parsing text: some StringProtocol) {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let columns = Int(parts[0]), let rows = Int(parts[1]),
      (1...1000).contains(columns), (1...1000).contains(rows)
    else { return nil }
    self.init(columns: columns, rows: rows)
  }

  package var text: String { "\(columns)x\(rows)" }
}

/// A rectangle of a screen.
package struct Area: Hashable, Sendable {
  package var column: Int
  package var row: Int
  package var columns: Int
  package var rows: Int

  package init(column: Int, row: Int, columns: Int, rows: Int) {
    (self.column, self.row, self.columns, self.rows) = (column, row, max(0, columns), max(0, rows))
  }

  /// Whether nothing is in it.
  package var isEmpty: Bool { columns == 0 || rows == 0 }
  /// The column behind it.
  package var end: Int { column + columns }
  /// The row under it.
  package var bottom: Int { row + rows }

  /// Whether a place is in it.
  package func contains(_ column: Int, _ row: Int) -> Bool {
    (self.column..<end).contains(column) && (self.row..<bottom).contains(row)
  }
}
