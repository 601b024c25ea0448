/// The buffer level over wall time, with start, seeks, stalls and a full buffer under it, and the
/// rate of the link under these.
///
/// The buffer counts as full where that kept something from being loaded: once everything is in,
/// nothing waits for it.
///
/// The level is that of the timeline's rows: a column shows the least of those in its time, or the
/// last one before it where it has none.
struct SessionChart {
  private static let bufferRows = 8
  private static let linkRows = 4

  private let report: SessionReport
  private let style: TextStyle
  private let session: Session
  private let labelWidth: Int
  private let columns: TimeColumns
  private let top: MediaTime

  init(report: SessionReport, style: TextStyle) {
    self.report = report
    self.style = style
    session = report.session
    top = session.ticks.map(\.bufferLevel).max() ?? .zero
    let labels = [style.durations.text(top, places: 2), RateChart.topLabel(of: report.link)]
    labelWidth = max(7, labels.map(\.count).max() ?? 0) + 1
    columns = TimeColumns(
      count: max(8, style.width - labelWidth - 1), length: session.elapsed)
  }

  var lines: [String] {
    [style.set("buffer level", in: .dim)] + bufferLines + marks
      + ["", style.set("link rate", in: .dim)] + linkLines
  }

  private var bufferLines: [String] {
    let chart = ColumnChart(
      style: style, rows: Self.bufferRows, labelWidth: labelWidth, amounts: levels,
      top: top.nanoseconds, topLabel: style.durations.text(top, places: 2))
    let axis = TimeAxis(
      style: style, labelWidth: labelWidth, columns: columns.count, length: session.elapsed)
    return chart.lines + axis.lines(floorLabel: style.durations.text(.zero))
  }

  /// The level that each column shows.
  private var levels: [Int64] {
    var levels = [Int64?](repeating: nil, count: columns.count)
    for tick in session.ticks {
      let column = columns.column(of: tick.wallTime)
      let level = tick.bufferLevel.nanoseconds
      levels[column] = min(levels[column] ?? level, level)
    }
    var last: Int64 = 0
    return levels.map { level in
      last = level ?? last
      return last
    }
  }

  /// Where it starts, seeks, stalls and is full: a line for each that there is.
  private var marks: [String] {
    let (point, line, thin): (Character, Character, Character) =
      style.usesUnicode ? ("▲", "█", "━") : ("^", "#", "=")
    let start = session.events.first { $0.kind == .playbackStarted }?.wallTime
    return mark("start", start.map { [$0...$0] } ?? [], point, .green)
      + mark("seek", session.seeks.map { $0.start...$0.start }, point, .bold)
      + mark("stalled", stalls, line, .red) + mark("full", full, thin, .yellow)
  }

  private var stalls: [ClosedRange<MediaTime>] {
    session.stalls.map { stall in
      stall.start...(stall.duration.map { stall.start + $0 } ?? session.elapsed)
    }
  }

  /// When the buffer was full and loading stood still for it.
  private var full: [ClosedRange<MediaTime>] {
    session.fullStretches.filter { !$0.isAllLoaded }.map { $0.start...$0.end }
  }

  /// A line that marks the columns which `ranges` touch; none if there are none.
  private func mark(
    _ name: String, _ ranges: [ClosedRange<MediaTime>], _ glyph: Character,
    _ color: TextStyle.Color
  ) -> [String] {
    guard !ranges.isEmpty else { return [] }
    var cells = [Character](repeating: " ", count: columns.count)
    for range in ranges {
      // What ends where a column begins is not in that.
      let last = max(range.lowerBound, range.upperBound - .resolution)
      for column in columns.column(of: range.lowerBound)...columns.column(of: last) {
        cells[column] = glyph
      }
    }
    let text = String(cells).withoutTrailingSpaces
    return [name.leftPadded(to: labelWidth - 1) + "  " + style.set(text, in: color)]
  }

  private var linkLines: [String] {
    RateChart(
      report.link, until: session.elapsed, columns: columns.count, rows: Self.linkRows,
      labelWidth: labelWidth, style: style
    )
    .lines
  }
}
