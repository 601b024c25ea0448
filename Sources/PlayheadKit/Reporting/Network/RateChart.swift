/// A picture of a rate over time: a column for each stretch of time, as high as the mean rate in it.
///
/// A column in which anything is carried is never empty, and one in which nothing is always is.
struct RateChart {
  private let style: TextStyle
  private let rows: Int
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
    rows = 6
    length = intervals.reduce(.zero) { $0 + $1.duration }
    top = intervals.lazy.filter { $0.duration > .zero }.map(\.rate).max() ?? .zero
    labelWidth = max(top.text.count, Self.floorLabel.count) + 1
    rates = Self.means(of: intervals, length: length, columns: max(8, style.width - labelWidth - 1))
  }

  /// A picture of what `link` can carry from the start until `end`.
  init(
    _ link: Link, until end: MediaTime, columns: Int, rows: Int, labelWidth: Int, style: TextStyle
  ) {
    self.style = style
    self.rows = rows
    self.labelWidth = labelWidth
    length = end
    top = Self.greatestRate(of: link)
    let time = TimeColumns(count: columns, length: end)
    rates = (0..<columns).map { column in
      let (start, end) = (time.start(of: column), time.start(of: column + 1))
      let width = UInt128((end - start).nanoseconds)
      guard width > 0 else { return link.rate(at: start) }
      let quanta = link.carried(until: end) - link.carried(until: start)
      return BitRate(bitsPerSecond: Int64((quanta + width - 1) / width))
    }
  }

  /// The label of the scale that a picture of `link` has.
  static func topLabel(of link: Link) -> String { greatestRate(of: link).text }

  private static func greatestRate(of link: Link) -> BitRate {
    link.profile.intervals.lazy.map(\.rate).max() ?? .zero
  }

  private static let floorLabel = BitRate.zero.text

  /// The picture's lines, its axes included.
  var lines: [String] {
    let chart = ColumnChart(
      style: style, rows: rows, labelWidth: labelWidth, amounts: rates.map(\.bitsPerSecond),
      top: top.bitsPerSecond, topLabel: top.text)
    let axis = TimeAxis(
      style: style, labelWidth: labelWidth, columns: rates.count, length: length)
    return chart.lines + axis.lines(floorLabel: Self.floorLabel)
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
