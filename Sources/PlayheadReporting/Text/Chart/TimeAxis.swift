import PlayheadModel

/// The axis of time under a chart: a floor with marks, and their times under it.
struct TimeAxis {
  let style: TextStyle
  /// The width of the scale at the left of the axis.
  let labelWidth: Int
  /// The number of columns of time.
  let columns: Int
  /// The time that they stand for.
  let length: WallTime

  /// The two lines, the first with `floorLabel` at its left, the second with the form of its times.
  func lines(floorLabel: String) -> [String] {
    let (corner, floor, mark): (String, Character, Character) =
      style.usesUnicode ? ("└", "─", "┬") : ("+", "-", "+")
    let end = unit.endText(length, style.durations)
    var line = [Character](repeating: floor, count: columns)
    var labels = zero
    for (place, label) in marks(before: end) {
      line[place] = mark
      labels = labels.padded(to: place - label.count / 2) + label
    }
    // Without room for both ends, the later one says more.
    if labels.count + 1 + end.count > columns { labels = "" }
    let form = unit.form(style.durations).map { $0.count < labelWidth ? $0 : "" } ?? ""
    return [
      floorLabel.leftPadded(to: labelWidth - 1) + " " + corner + String(line),
      form.leftPadded(to: labelWidth - 1).padded(to: labelWidth + 1) + labels
        + end.leftPadded(to: columns - labels.count),
    ]
  }

  private var unit: AxisUnit { AxisUnit(for: length, style.durations) }

  private var zero: String { unit.text(.zero, style.durations) }

  /// The columns of round times, and these in words, as far as they have room between the ends.
  private func marks(before end: String) -> [(Int, String)] {
    for step in unit.steps(moreThan: length.nanoseconds / Int64(max(1, columns))) {
      let texts = (1...columns).lazy.map { WallTime(nanoseconds: step * Int64($0)) }
        .prefix { $0 < length }.map { (place(of: $0), unit.text($0, style.durations)) }
      var free = zero.count + Self.gap
      let fits = texts.allSatisfy { place, label in
        let start = place - label.count / 2
        defer { free = start + label.count + Self.gap }
        return start >= free
      }
      // The last ones would run into the end's.
      let limit = columns - end.count - Self.gap
      if fits { return texts.filter { $0 - $1.count / 2 + $1.count <= limit } }
    }
    return []
  }

  private static let gap = 3

  private func place(of time: WallTime) -> Int {
    TimeColumns(count: columns, length: length).column(of: time)
  }
}
