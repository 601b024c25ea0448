/// A picture of a profile's rate over time: a column for each stretch of time, as high as the mean
/// rate in it.
///
/// A column in which anything is carried is never empty, and one in which nothing is always is.
struct RateChart {
  private static let rows = 6

  let style: TextStyle
  private let rates: [BitRate]
  private let length: MediaTime
  private let top: BitRate
  private let labelWidth: Int

  /// A picture of one pass through `profile`, and of what is held after it; `nil` if it never
  /// changes.
  init?(_ profile: BandwidthProfile, style: TextStyle) {
    let pass = profile.length
    guard pass > .zero, Set(profile.intervals.map(\.rate)).count > 1 else { return nil }
    var intervals = profile.intervals
    if profile.afterwards == .holdsLast, intervals[intervals.count - 1].duration == .zero {
      // What is held has no end; a fifth of the picture shows that it is there.
      let shown = MediaTime(nanoseconds: max(1, pass.nanoseconds / 4))
      intervals[intervals.count - 1].duration = shown
    }
    self.style = style
    length = intervals.reduce(.zero) { $0 + $1.duration }
    top = intervals.lazy.filter { $0.duration > .zero }.map(\.rate).max() ?? .zero
    labelWidth = max(top.text.count, 7) + 1
    rates = Self.means(of: intervals, length: length, columns: max(8, style.width - labelWidth - 1))
  }

  /// The picture's lines, its axes included.
  var lines: [String] {
    let glyphs: [Character] =
      style.usesUnicode ? [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] : [" ", ".", ":", "#"]
    let steps = glyphs.count - 1
    let heights = rates.map { height(of: $0, outOf: Self.rows * steps) }
    let (wall, corner, floor) = style.usesUnicode ? ("│", "└", "─") : ("|", "+", "-")
    var lines = (0..<Self.rows).reversed().map { row in
      let label = row == Self.rows - 1 ? top.text : ""
      let cells = heights.map { glyphs[min(max($0 - row * steps, 0), steps)] }
      return label.leftPadded(to: labelWidth - 1) + " " + wall + String(cells).withoutTrailingSpaces
    }
    lines.append(
      "0 bit/s".leftPadded(to: labelWidth - 1) + " " + corner
        + String(repeating: floor, count: rates.count))
    let end = length.secondsText(places: length < .seconds(100) ? 2 : 0) + " s"
    lines.append(
      String(repeating: " ", count: labelWidth + 1) + "0 s"
        + end.leftPadded(to: rates.count - "0 s".count))
    return lines
  }

  /// How high a column is, rounded up, so that little is not nothing.
  private func height(of rate: BitRate, outOf steps: Int) -> Int {
    guard top > .zero else { return 0 }
    let top = Int128(top.bitsPerSecond)
    return Int((Int128(rate.bitsPerSecond) * Int128(steps) + top - 1) / top)
  }

  /// The mean rate in each of so many equal parts of the time, rounded up.
  private static func means(
    of intervals: [BandwidthProfile.Interval], length: MediaTime, columns: Int
  ) -> [BitRate] {
    // Time in parts of a nanosecond, `columns` of them, so that each column is `length` of them.
    let width = Int128(length.nanoseconds)
    var means: [BitRate] = []
    var carried = Int128(0)
    var room = width
    for interval in intervals {
      var left = Int128(interval.duration.nanoseconds) * Int128(columns)
      while left > 0 {
        let taken = min(left, room)
        carried += taken * Int128(interval.rate.bitsPerSecond)
        left -= taken
        room -= taken
        if room == 0 {
          means.append(BitRate(bitsPerSecond: Int64((carried + width - 1) / width)))
          (carried, room) = (0, width)
        }
      }
    }
    return means
  }
}

extension String {
  /// The text without spaces at its end.
  var withoutTrailingSpaces: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
