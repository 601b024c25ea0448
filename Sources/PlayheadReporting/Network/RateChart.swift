import PlayheadModel

/// A chart of a rate over time; each column shows the mean rate in its time.
///
/// Its scale ends at the highest column. A column is empty only if its mean rate is zero.
struct RateChart {
  private let style: TextStyle
  private let rows: Int
  private let rates: [BitRate]
  private let length: WallTime
  private let top: BitRate
  /// The width of the scale without its axis.
  let labelWidth: Int

  /// The number of columns of time.
  var columns: Int { rates.count }

  /// A chart of one pass through `profile` and of the rate held after it; `nil` if it never
  /// changes.
  init?(_ profile: BandwidthProfile, style: TextStyle) {
    let pass = profile.length
    guard pass > .zero, let last = profile.intervals.last,
      profile.intervals.contains(where: { $0.rate != last.rate })
    else { return nil }
    var held: BandwidthProfile.Interval?
    if profile.afterwards == .holdsLast, last.duration == .zero {
      // The held rate has no end; a fifth of the chart shows it.
      held = last
      held?.duration = WallTime(nanoseconds: max(1, pass.nanoseconds / 4))
    }
    let length = pass + (held?.duration ?? .zero)
    self.init(profile, until: length, rows: 6, labels: [], style) { columns in
      Self.means(of: profile.intervals, then: held, length: length, columns: columns)
    }
  }

  /// A chart of the rate of `link` until `end`, its scale wide enough for `labels` too.
  init(_ link: NetworkLink, until end: WallTime, rows: Int, labels: [String], _ style: TextStyle) {
    self.init(link.profile, until: end, rows: rows, labels: labels, style) { columns in
      let time = TimeColumns(count: columns, length: end)
      return (0..<columns).map { column in
        let (start, end) = (time.start(of: column), time.start(of: column + 1))
        let width = UInt128((end - start).nanoseconds)
        guard width > 0 else { return link.rate(at: start) }
        let quanta = link.carried(until: end) - link.carried(until: start)
        return BitRate(bitsPerSecond: Int64((quanta + width - 1) / width))
      }
    }
  }

  /// A chart of the rates that `means` gives for a number of columns.
  private init(
    _ profile: BandwidthProfile, until end: WallTime, rows: Int, labels: [String],
    _ style: TextStyle, means: (Int) -> [BitRate]
  ) {
    self.style = style
    self.rows = rows
    length = end
    var labelWidth = (labels + [Self.floorLabel]).map(\.count).max() ?? 0
    while true {
      // The scale takes a space behind its labels and the axis.
      let rates = means(max(8, style.width - labelWidth - 2))
      let top = Self.top(of: rates, in: profile)
      if top.text.count <= labelWidth {
        (self.rates, self.top) = (rates, top)
        break
      }
      labelWidth = top.text.count
    }
    self.labelWidth = labelWidth + 1
  }

  /// The highest of `rates`, up to the next of four figures unless `profile` has it as it is.
  private static func top(of rates: [BitRate], in profile: BandwidthProfile) -> BitRate {
    let top = rates.max() ?? .zero
    if profile.intervals.contains(where: { $0.rate == top }) { return top }
    let unit = Int64(powerOfTen(max(0, String(top.bitsPerSecond).count - 4)))
    return BitRate(bitsPerSecond: (top.bitsPerSecond + unit - 1) / unit * unit)
  }

  private static let floorLabel = BitRate.zero.text

  /// The lines of the chart and its axes.
  var lines: [String] {
    let chart = ColumnChart(
      style: style, rows: rows, labelWidth: labelWidth, amounts: rates.map(\.bitsPerSecond),
      top: top.bitsPerSecond, topLabel: top.text)
    let axis = TimeAxis(
      style: style, labelWidth: labelWidth, columns: rates.count, length: length)
    return chart.lines + axis.lines(floorLabel: Self.floorLabel)
  }

  /// The mean rate in each of `count` equal parts of the time, rounded up.
  private static func means(
    of intervals: [BandwidthProfile.Interval], then held: BandwidthProfile.Interval?,
    length: WallTime, columns: Int
  ) -> [BitRate] {
    // Time in parts of a nanosecond, `columns` of them, so that each column is `length` of them.
    let width = Int128(length.nanoseconds)
    var means: [BitRate] = []
    var carried = Int128(0)
    var room = width
    func add(_ interval: BandwidthProfile.Interval) {
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
    for interval in intervals { add(interval) }
    if let held { add(held) }
    return means
  }
}
