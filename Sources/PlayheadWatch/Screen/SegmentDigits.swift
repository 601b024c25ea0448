/// Digits of seven segments, as large as their place allows.
struct SegmentDigits {
  private let text: String
  private let area: Area
  /// The size of a digit, and how thick its segments are.
  private let width: Int
  private let height: Int
  private let thickness: (columns: Int, rows: Int)
  private let gap: Int

  init(_ text: String, in area: Area) {
    (self.text, self.area) = (text, area)
    let digits = text.count { $0.isNumber }
    let colons = text.count - digits
    // A colon takes a third of a digit, a gap a sixth.
    let sixths = 6 * digits + 2 * colons + (text.count - 1)
    var width = max(3, area.columns * 6 / max(1, sixths))
    // Cells are twice as high as wide.
    width = min(width, max(3, area.rows * 13 / 10))
    self.width = width
    height = max(3, min(area.rows, width))
    thickness = (max(1, width / 5), max(1, height / 9))
    gap = max(1, width / 6)
  }

  /// The segments of each digit: top, upper left and right, middle, lower left and right, bottom.
  private static let segments: [Character: String] = [
    "0": "abcefg", "1": "cf", "2": "acdeg", "3": "acdfg", "4": "bcdf", "5": "abdfg",
    "6": "abdefg", "7": "acf", "8": "abcdefg", "9": "abcdfg",
  ]

  private func width(of character: Character) -> Int {
    character.isNumber ? width : max(1, width / 3)
  }

  func draw(in grid: inout Grid, character: Character, look: Look) {
    let total = text.reduce(-gap) { $0 + width(of: $1) + gap }
    var column = area.column + max(0, (area.columns - total) / 2)
    let row = area.row + max(0, (area.rows - height) / 2)
    for sign in text {
      for block in blocks(of: sign) {
        let place = Area(
          column: column + block.column, row: row + block.row, columns: block.columns,
          rows: block.rows)
        grid.relook(place) { $0 = Cell(character, look) }
      }
      column += width(of: sign) + gap
    }
  }

  /// The rectangles that a digit is made of.
  private func blocks(of sign: Character) -> [Area] {
    let (columns, rows) = thickness
    let middle = (height - rows) / 2
    guard let segments = Self.segments[sign] else {
      let side = max(1, width / 3)
      return [height / 3, height * 2 / 3].map {
        Area(column: (side - columns) / 2, row: $0 - rows / 2, columns: columns, rows: rows)
      }
    }
    return segments.map { segment in
      switch segment {
      case "a": Area(column: 0, row: 0, columns: width, rows: rows)
      case "d": Area(column: 0, row: middle, columns: width, rows: rows)
      case "g": Area(column: 0, row: height - rows, columns: width, rows: rows)
      case "b": Area(column: 0, row: 0, columns: columns, rows: middle + rows)
      case "c": Area(column: width - columns, row: 0, columns: columns, rows: middle + rows)
      case "e": Area(column: 0, row: middle, columns: columns, rows: height - middle)
      default: Area(column: width - columns, row: middle, columns: columns, rows: height - middle)
      }
    }
  }
}
