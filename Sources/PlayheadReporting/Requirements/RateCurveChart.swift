import PlayheadAnalysis
import PlayheadModel

/// The minimum rate over the startup delay, in columns.
///
/// A column shows the rate at its end, the lowest in it. The scale ends at four times the rate at
/// the end of the chart, so that the steep beginning leaves room for the rest; what is above fills
/// its column.
struct RateCurveChart {
  private static let rows = 8

  private let style: TextStyle
  private let length: WallTime
  private let rates: [BitRate?]
  private let top: BitRate
  private let labelWidth: Int

  init(report: RequirementsReport, style: TextStyle) {
    self.style = style
    let curve = report.requirements.curve
    let length = Self.length(of: report)
    self.length = length
    var labelWidth = BitRate.zero.text.count
    while true {
      // The scale takes a space behind its labels and the axis.
      let columns = TimeColumns(count: max(8, style.width - labelWidth - 2), length: length)
      let rates = (1...columns.count).map { curve.bound(startup: columns.start(of: $0)).rate }
      let top = Self.top(of: rates)
      if top.text.count <= labelWidth {
        (self.rates, self.top) = (rates, top)
        break
      }
      labelWidth = top.text.count
    }
    self.labelWidth = labelWidth + 1
  }

  /// The longest startup delay that is drawn: 10 s, or twice what was asked for.
  static func length(of report: RequirementsReport) -> WallTime {
    let startup = report.setting.startup
    return max(
      .seconds(10), min(startup, .seconds(1_000_000_000)) * 2, report.requirements.curve.limit * 2)
  }

  /// The rate at the top of the scale, of four figures.
  static func top(of rates: [BitRate?]) -> BitRate {
    let highest = rates.contains(nil) ? BitRate.bound : rates.compactMap(\.self).max() ?? .zero
    let lowest = rates.compactMap(\.self).last ?? .zero
    let top = lowest > .zero ? min(highest.bitsPerSecond, lowest.bitsPerSecond * 4) : 1
    let unit = Int64(powerOfTen(max(0, String(top).count - 4)))
    return BitRate(bitsPerSecond: (top + unit - 1) / unit * unit)
  }

  var lines: [String] {
    guard rates.contains(where: { $0 != nil && $0 != .zero }) else { return [] }
    let chart = ColumnChart(
      style: style, rows: Self.rows, labelWidth: labelWidth,
      amounts: rates.map { min($0 ?? top, top).bitsPerSecond }, top: top.bitsPerSecond,
      topLabel: top.text)
    let axis = TimeAxis(
      style: style, labelWidth: labelWidth, columns: rates.count, length: length)
    let caption = WrappedRow(name: "", nameWidth: 0, style: style.plain).lines(
      "minimum rate at each column's startup delay; higher ones are cut off")
    return caption.map { style.set($0, in: .dim) } + chart.lines
      + axis.lines(floorLabel: BitRate.zero.text)
  }
}
