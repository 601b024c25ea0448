import PlayheadModel
import PlayheadReporting

/// The graphs of buffer and link, which scroll: the last column is now.
extension WatchScreen {
  func drawGraphs(in grid: inout Grid) {
    guard let buffer = layout.buffer, let link = layout.link else { return }
    let graphs = WatchGraphs(watching, columns: buffer.columns - Self.labelWidth - 1)
    let top = graphs.maxima.max() ?? 0
    draw(
      "buffer", graphs.minima, shades: graphs.maxima, top: top,
      topLabel: MediaTime(nanoseconds: top).clockText(places: 1) + " s", in: buffer, graphs, &grid)
    let rate = graphs.rates.max() ?? 0
    draw(
      "link", graphs.rates, shades: [], top: rate,
      topLabel: BitRate(bitsPerSecond: rate).figuresText, in: link, graphs, &grid)
    guard let row = layout.levels else { return }
    grid.put("level", at: buffer.column, row, .dim)
    grid.put(graphs.levelSigns, at: buffer.column + Self.labelWidth + 1, row, before: buffer.end)
  }

  /// The columns of the scale at the left.
  private static let labelWidth = 12

  private func draw(
    _ name: String, _ amounts: [Int64], shades: [Int64], top: Int64, topLabel: String,
    in area: Area, _ graphs: WatchGraphs, _ grid: inout Grid
  ) {
    let chart = ColumnChart(
      style: style, rows: area.rows, labelWidth: Self.labelWidth, amounts: amounts, shades: shades,
      top: top, topLabel: topLabel)
    for (number, line) in chart.lines.enumerated() {
      grid.put(line, at: area.column, area.row + number, before: area.end)
    }
    grid.put(name, at: area.column, area.bottom - 1, .dim, before: area.column + Self.labelWidth)
    let start = area.column + Self.labelWidth + 1
    let ink: Ink = name == "link" ? .magenta : .blue
    grid.relook(
      Area(column: start, row: area.row, columns: area.end - start, rows: area.rows)
    ) { $0.look.front = ink }
    for column in graphs.stalled {
      grid.relook(Area(column: start + column, row: area.row, columns: 1, rows: area.rows)) {
        cell in
        cell.look.ground = .red
        // Without colour, a stall is shaded by characters.
        if !style.usesColor, cell.character == " " {
          cell.character = style.usesUnicode ? "▒" : "!"
        }
      }
    }
  }
}

/// The amounts that the graphs show, a column for each of equal lengths of time up to now.
struct WatchGraphs {
  /// The least and the greatest buffer level in each column, in nanoseconds of media time.
  private(set) var minima: [Int64] = []
  private(set) var maxima: [Int64] = []
  /// The mean rate of the link in each column, in bits per second.
  private(set) var rates: [Int64] = []
  /// The columns in which playback stalls.
  private(set) var stalled: [Int] = []

  /// The level of a ladder that plays at the end of each column.
  private(set) var levelSigns = ""

  /// The lengths of a column.
  private static let lengths: [WallTime] =
    [100, 200, 500].map { WallTime.milliseconds($0) }
    + [1, 2, 5, 10, 20, 30, 60, 120, 300, 600].map { WallTime.seconds($0) }

  init(_ watching: Watching, columns: Int) {
    guard columns > 0 else { return }
    let session = watching.session.session
    let now = min(watching.now, max(session.elapsed, watching.now))
    let length = Self.length(watching, columns: columns)
    // Columns begin at multiples of their length, so that they scroll as a whole.
    let last = now.nanoseconds / length.nanoseconds
    let link = watching.session.scenario.link
    let ticks = session.ticks
    var level: Int64 = 0
    for column in (last - Int64(columns) + 1)...last {
      guard column >= 0 else {
        minima.append(0)
        maxima.append(0)
        rates.append(0)
        levelSigns.append(" ")
        continue
      }
      let start = length * column
      let end = min(length * (column + 1), now)
      var number = ticks.partitionPoint { $0.wallTime >= start }
      if number > 0 { level = ticks[number - 1].bufferLevel.nanoseconds }
      var (least, greatest) = (Int64.max, Int64.min)
      while number < ticks.count, ticks[number].wallTime <= end {
        level = ticks[number].bufferLevel.nanoseconds
        (least, greatest) = (min(least, level), max(greatest, level))
        number += 1
      }
      let shown = column == last ? watching.tick : number > 0 ? ticks[number - 1] : nil
      levelSigns.append(Self.sign(of: shown, watching.session.levels))
      if column == last {
        level = watching.tick.bufferLevel.nanoseconds
        (least, greatest) = (min(least, level), max(greatest, level))
      }
      if least > greatest { (least, greatest) = (level, level) }
      let isStalled = session.stalls.contains {
        $0.start <= end && $0.start + $0.elapsed > start
      }
      if isStalled { stalled.append(minima.count) }
      let begins = session.stalls.contains { (start...end).contains($0.start) }
      minima.append(begins ? 0 : least)
      maxima.append(greatest)
      rates.append(Self.rate(of: link, start, end))
    }
  }

  /// The sign of the level that plays at a row of the timeline.
  private static func sign(of tick: Tick?, _ levels: LevelCourse?) -> Character {
    guard let tick, tick.phase == .playing,
      let level = levels?.level(at: tick.mediaTime, by: tick.wallTime)
    else { return " " }
    return LevelBar.sign(of: level)
  }

  /// The mean rate between two times, or that of the instant.
  private static func rate(of link: NetworkLink, _ start: WallTime, _ end: WallTime) -> Int64 {
    let width = UInt128((end - start).nanoseconds)
    guard width > 0 else { return link.rate(at: start).bitsPerSecond }
    let quanta = link.carried(until: end) - link.carried(until: start)
    return Int64((quanta + width - 1) / width)
  }

  /// How long a column is: half a second of the terminal, or less if all of the session fits.
  private static func length(_ watching: Watching, columns: Int) -> WallTime {
    let usual = WallTime(nanoseconds: 500_000 * max(1000, watching.speed))
    let whole = WallTime(
      nanoseconds: watching.session.session.elapsed.nanoseconds / Int64(columns))
    let wanted = min(usual, whole)
    return lengths.first { $0 >= wanted } ?? lengths[lengths.count - 1]
  }
}
