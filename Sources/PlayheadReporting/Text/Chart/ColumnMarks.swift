import PlayheadModel

/// Lines under a chart that mark instants and stretches of time in its columns.
struct ColumnMarks {
  let style: TextStyle
  let columns: TimeColumns

  /// A sign in each column that holds one of `times`; their number where it holds several, with
  /// `+` for more than nine.
  func points(_ times: [WallTime]) -> String {
    var counts = [Int](repeating: 0, count: columns.count)
    for time in times { counts[columns.column(of: time)] += 1 }
    let cells = counts.map { count -> Character in
      switch count {
      case 0: " "
      case 1: style.usesUnicode ? "▲" : "^"
      case 2...9: Character(String(count))
      default: "+"
      }
    }
    return String(cells).withoutTrailingSpaces
  }

  /// A block in each column as high as the share of its time that `ranges` cover.
  ///
  /// Only what covers all of a column fills it, and nothing that touches it is left out.
  func shares(_ ranges: [ClosedRange<WallTime>]) -> String {
    var covered = [Int64?](repeating: nil, count: columns.count)
    for range in ranges {
      for column in columns.column(of: range.lowerBound)...columns.column(of: range.upperBound) {
        let start = max(range.lowerBound, columns.start(of: column))
        let end = min(range.upperBound, columns.start(of: column + 1))
        guard start < end || range.lowerBound == range.upperBound else { continue }
        covered[column] = (covered[column] ?? 0) + max(0, (end - start).nanoseconds)
      }
    }
    let glyphs = ColumnChart.glyphs(style)
    let steps = glyphs.count - 1
    let cells = covered.enumerated().map { column, covered -> Character in
      guard let covered else { return glyphs[0] }
      let length = (columns.start(of: column + 1) - columns.start(of: column)).nanoseconds
      guard covered < length else { return glyphs[steps] }
      let height = (Int128(covered) * Int128(steps) + Int128(length) - 1) / Int128(length)
      return glyphs[min(max(1, Int(height)), steps - 1)]
    }
    return String(cells).withoutTrailingSpaces
  }

  /// How to read the blocks of ``shares(_:)``.
  ///
  /// Block characters grow with the part that they stand for; those of ASCII need a word each.
  var legend: [String] {
    let glyphs = ColumnChart.glyphs(style)
    return style.usesUnicode
      ? ["\(glyphs[1]) part of the column", "\(glyphs[glyphs.count - 1]) all of it"]
      : ["\(glyphs[1]) up to a third", "\(glyphs[2]) more", "\(glyphs[3]) all of the column"]
  }
}
