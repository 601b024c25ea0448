import PlayheadLadder
import PlayheadModel

/// The buffer level and the link's rate over wall time, with start, seeks, stalls and a full buffer
/// marked in the columns between them.
///
/// A column is solid up to the minimum of the buffer level in its time and shaded up to the
/// maximum, both over the rows of the timeline. A stall begins with an empty buffer, so it brings
/// the minimum of its column to zero. A column without a row holds the level of the last one before
/// it.
///
/// The buffer counts as full where loading stopped for it: not once everything is loaded.
struct SessionChart {
  private static let bufferRows = 8
  private static let linkRows = 4
  private static let latencyRows = 4

  private let style: TextStyle
  private let session: Session
  private let labelWidth: Int
  private let columns: TimeColumns
  private let levels: BufferColumns
  private let topLabel: String
  private let rates: RateChart
  /// The level played in each column; empty of a file.
  private let levelSigns: String
  private let latency: LiveLatency?
  private let latencyLabel: String

  init(report: SessionReport, style: TextStyle) {
    let (course, latency) = (report.adaptation?.levels, report.adaptation?.latency)
    self.style = style
    session = report.session
    // No column shows more than the most that a row has, and one shows that.
    let top = session.ticks.lazy.map(\.bufferLevel).max() ?? .zero
    topLabel = style.durations.text(top, places: 2)
    self.latency = latency
    latencyLabel =
      latency.map { latency in
        style.durations.text(latency.course.map(\.latency).max() ?? .zero, places: 2)
      } ?? ""
    let elapsed = session.elapsed
    rates = RateChart(
      report.link, until: elapsed, rows: Self.linkRows, labels: [topLabel, latencyLabel], style)
    labelWidth = rates.labelWidth
    columns = TimeColumns(count: rates.columns, length: elapsed)
    levels = BufferColumns(session: session, columns: columns)
    levelSigns = Self.signs(of: course, session, columns)
  }

  var lines: [String] {
    caption(bufferCaption) + bufferLines + marks + [""] + latencyLines
      + caption(["link rate, mean per column"])
      + rates.lines
  }

  private var bufferCaption: [String] {
    let glyphs = ColumnChart.glyphs(style)
    // In ASCII, nothing but the legend says that these are parts of a solid cell.
    let solid = style.usesUnicode ? "\(glyphs[glyphs.count - 1])" : "\(glyphs[1])\(glyphs[2])#"
    let facts = [
      "buffer level per column", "\(solid) minimum", "\(ColumnChart.shade(style)) maximum",
    ]
    guard session.ticks.count > 1 else { return facts }
    let interval = session.ticks[1].wallTime - session.ticks[0].wallTime
    return facts + ["sampled every \(style.durations.text(interval))"]
  }

  /// How far a viewer of a live event is behind; nothing on demand.
  private var latencyLines: [String] {
    guard let latency else { return [] }
    var amounts = [Int64?](repeating: nil, count: columns.count)
    for tick in session.ticks {
      guard let value = latency.latency(at: tick.wallTime)?.nanoseconds else { continue }
      let column = columns.column(of: tick.wallTime)
      amounts[column] = max(amounts[column] ?? 0, value)
    }
    // A column without a row has what the one before it has.
    let ticked = Set(session.ticks.map { columns.column(of: $0.wallTime) })
    for column in amounts.indices.dropFirst() where !ticked.contains(column) {
      amounts[column] = amounts[column - 1]
    }
    let chart = ColumnChart(
      style: style, rows: Self.latencyRows, labelWidth: labelWidth,
      amounts: amounts.map { $0 ?? 0 }, top: amounts.compactMap(\.self).max() ?? 0,
      topLabel: latencyLabel)
    let axis = TimeAxis(
      style: style, labelWidth: labelWidth, columns: columns.count, length: session.elapsed)
    return caption(["live latency, maximum per column"]) + chart.lines
      + axis.lines(floorLabel: style.durations.text(WallTime.zero)) + [""]
  }

  private func caption(_ facts: [String], behind margin: Int = 0) -> [String] {
    WrappedRow(name: "", nameWidth: margin, style: style.plain).lines(facts, separator: ", ")
      .map { style.set($0, in: .dim) }
  }

  private var bufferLines: [String] {
    let chart = ColumnChart(
      style: style, rows: Self.bufferRows, labelWidth: labelWidth, amounts: levels.minima,
      shades: levels.maxima, top: levels.maxima.max() ?? 0, topLabel: topLabel)
    let axis = TimeAxis(
      style: style, labelWidth: labelWidth, columns: columns.count, length: session.elapsed)
    return chart.lines + axis.lines(floorLabel: style.durations.text(WallTime.zero))
  }

  /// The sign of the level that plays at the last row of each column.
  private static func signs(
    of course: LevelCourse?, _ session: Session, _ columns: TimeColumns
  ) -> String {
    guard let course else { return "" }
    var signs = [Character](repeating: " ", count: columns.count)
    for tick in session.ticks where tick.phase == .playing {
      if let level = course.level(at: tick.mediaTime, by: tick.wallTime) {
        signs[columns.column(of: tick.wallTime)] = LevelBar.sign(of: level)
      }
    }
    // A column without a row has what the one before it has.
    for column in signs.indices.dropFirst() where signs[column] == " " {
      let hasRow = session.ticks.contains { columns.column(of: $0.wallTime) == column }
      if !hasRow { signs[column] = signs[column - 1] }
    }
    return String(signs)
  }

  /// A line for each kind of mark that there is, and how to read those of stretches.
  private var marks: [String] {
    let marks = ColumnMarks(style: style, columns: columns)
    let start = session.events.first { $0.kind == .playbackStarted }?.wallTime
    let stretches =
      mark("stalled", stalls, marks.shares, .red) + mark("full", full, marks.shares, .yellow)
    let levels =
      levelSigns.allSatisfy { $0 == " " }
      ? [] : ["level".leftPadded(to: labelWidth - 1) + "  " + levelSigns]
    return levels + mark("start", start.map { [$0] } ?? [], marks.points, .green)
      + mark("seek", session.seeks.map(\.start), marks.points, .bold) + stretches
      + (stretches.isEmpty ? [] : caption(marks.legend, behind: labelWidth + 1))
  }

  private func mark<Place>(
    _ name: String, _ places: [Place], _ cells: ([Place]) -> String, _ color: TextStyle.Color
  ) -> [String] {
    guard !places.isEmpty else { return [] }
    return [name.leftPadded(to: labelWidth - 1) + "  " + style.set(cells(places), in: color)]
  }

  private var stalls: [ClosedRange<WallTime>] {
    session.stalls.map { stall in
      stall.start...stall.start + stall.elapsed
    }
  }

  /// When the buffer was full and loading stopped for it.
  private var full: [ClosedRange<WallTime>] {
    session.fullStretches.filter { !$0.isAllLoaded }.map { $0.start...$0.end }
  }
}

/// The least and the greatest buffer level of a session in each column, in nanoseconds.
private struct BufferColumns {
  private(set) var minima: [Int64] = []
  private(set) var maxima: [Int64] = []

  init(session: Session, columns: TimeColumns) {
    var ranges = [ClosedRange<Int64>?](repeating: nil, count: columns.count)
    for tick in session.ticks {
      let column = columns.column(of: tick.wallTime)
      let level = tick.bufferLevel.nanoseconds
      let range = ranges[column] ?? level...level
      ranges[column] = min(range.lowerBound, level)...max(range.upperBound, level)
    }
    var last: Int64 = 0
    var next = session.ticks.makeIterator()
    var tick = next.next()
    for column in ranges.indices {
      let range = ranges[column] ?? last...last
      minima.append(range.lowerBound)
      maxima.append(range.upperBound)
      // The last row of the column is what a column without rows goes on from.
      while let current = tick, columns.column(of: current.wallTime) <= column {
        last = current.bufferLevel.nanoseconds
        tick = next.next()
      }
    }
    for stall in session.stalls { minima[columns.column(of: stall.start)] = 0 }
  }
}
