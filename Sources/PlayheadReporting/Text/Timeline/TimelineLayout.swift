import PlayheadLadder
import PlayheadModel

/// Writes the lines of a timeline into its columns.
struct TimelineLayout {
  let columns: TimelineColumns
  private let style: TextStyle
  private let bar: PreparedBar?
  private let stalledBar: PreparedBar?
  private let levelBar: LevelBar?
  private let latency: LiveLatency?
  private let duration: MediaTime
  /// The texts of the last row, most of which are those of the next one too.
  private var last: (state: TickState, stateText: String, rate: BitRate, rateText: String)?

  /// A layout for the timeline of `session` over `link`, whose bars show the `levels` if there are
  /// any, and which has a column for a live `latency`.
  init(
    style: TextStyle, session: Session, link: NetworkLink, levels: LevelCourse? = nil,
    latency: LiveLatency? = nil
  ) {
    self.style = style
    self.latency = latency
    duration = session.duration
    var furthest = MediaTime.zero
    var greatest = MediaTime.zero
    var states: Set<TickState> = []
    for tick in session.ticks {
      furthest = max(furthest, tick.mediaTime)
      greatest = max(greatest, tick.bufferLevel)
      states.insert(TickState(tick))
    }
    let fastest = link.profile.intervals.lazy.map(\.rate).max() ?? .zero
    let timeWidth = max(
      7, style.durations.columnWidth(upTo: session.elapsed),
      style.durations.columnWidth(upTo: furthest))
    columns = TimelineColumns(
      in: style.width, time: timeWidth + 1,
      buffer: max(7, style.durations.columnWidth(upTo: greatest)) + 1,
      latency: latency.map { latency in
        let greatest = latency.course.map(\.latency).max() ?? .zero
        return max(7, style.durations.columnWidth(upTo: greatest)) + 1
      },
      link: max(12, fastest.figuresText.count) + 1,
      state: max(5, states.map(\.text.count).max() ?? 0))
    let standard = ProgressBar.Colors.standard
    bar = columns.bar.map { PreparedBar(width: $0, progress: standard.progress, style) }
    stalledBar = columns.bar.map { PreparedBar(width: $0, progress: .red, style) }
    let width = columns.bar
    levelBar = levels.flatMap { levels in
      width.map { LevelBar(levels, width: $0, style: style) }
    }
  }

  /// The names of the columns.
  var heading: String {
    var names = "wall".leftPadded(to: columns.time)
    if columns.showsMedia { names += "media".leftPadded(to: columns.time) }
    if let bar = columns.bar {
      // A heading is cut between words.
      let name = ["played and buffered", "played"].first { $0.count <= bar } ?? ""
      names += " " + name.padded(to: bar)
    }
    if let buffer = columns.buffer { names += "buffer".leftPadded(to: buffer) }
    if let latency = columns.latency { names += "latency".leftPadded(to: latency) }
    if let link = columns.link { names += "link".leftPadded(to: link) }
    return style.set(columns.state >= "state".count ? names + " state" : names, in: .dim)
  }

  /// Writes the row of a tick at which the link carries `rate`.
  mutating func write(_ tick: Tick, rate: BitRate, to buffer: inout TextBuffer) {
    let state = TickState(tick)
    if last?.state != state || last?.rate != rate {
      last = (state, state.text, rate, rate.figuresText)
    }
    writeTimes(
      tick.wallTime, tick.mediaTime, stall: tick.isInStall ? .middle : nil, to: &buffer)
    if let levelBar {
      buffer.writeSpaces(1)
      levelBar.write(tick, to: &buffer)
    } else if let bar = tick.isInStall ? stalledBar : bar {
      buffer.writeSpaces(1)
      bar.write(
        progress: tick.progress, loaded: tick.loadedTimeRanges, of: duration, to: &buffer)
    }
    if let width = columns.buffer {
      buffer.write(style.durations.columnText(tick.bufferLevel), toTheRightOf: width)
    }
    if let width = columns.latency {
      let latency = latency?.latency(at: tick.wallTime)
      buffer.write(
        latency.map { style.durations.columnText($0) } ?? "", toTheRightOf: width)
    }
    if let width = columns.link, let last { buffer.write(last.rateText, toTheRightOf: width) }
    if let last, columns.state > 0 {
      let text =
        last.stateText.count <= columns.state
        ? last.stateText : String(last.stateText.prefix { $0 != "," }.prefix(columns.state))
      buffer.writeSpaces(1)
      buffer.write(tick.isInStall ? style.set(text, in: .red) : text)
    }
    buffer.endLine()
  }

  /// Writes a mark: its words behind its times, on as many lines as they need.
  ///
  /// `isInStall` is whether it is part of a stall.
  func write(_ mark: TimelineMark, isInStall: Bool, to buffer: inout TextBuffer) {
    let part = isInStall ? mark.stall ?? .middle : nil
    writeTimes(mark.wallTime, mark.mediaTime, stall: part, to: &buffer)
    if !hasRoomForWords { buffer.endLine() }
    write(
      mark.text, sign: style.usesUnicode ? "▸ " : "> ", in: mark.color,
      continuing: part == .end ? nil : part, to: &buffer)
  }

  /// Writes a line for rows left out, with what holds for all of them.
  ///
  /// It has their number, the time between the rows around them, the state, the link's rate, the
  /// range of the buffer level and, if not zero, `fullCount`, how many times the buffer became
  /// full.
  func write(
    folded ticks: ArraySlice<Tick>, lasting time: WallTime, fullCount: Int, rate: BitRate,
    to buffer: inout TextBuffer
  ) {
    guard let first = ticks.first else { return }
    let range = Self.range(ticks.lazy.map(\.bufferLevel), style.durations)
    var state = TickState(first)
    let isMixed = ticks.contains { $0.isPlaybackBufferFull != state.isFull }
    if isMixed || fullCount > 0 { state.isFull = false }
    let full = fullCount > 0 ? ", full \(SummaryText.times(fullCount))" : ""
    let part: TimelineMark.StallPart? = first.isInStall ? .middle : nil
    if hasRoomForWords {
      writeGutter(part, to: &buffer)
      buffer.writeSpaces(columns.times - 2)
    }
    let length = WallTime(nanoseconds: (time.nanoseconds + 500_000) / 1_000_000 * 1_000_000)
    write(
      "\(counted(ticks.count, "row")) omitted (\(style.durations.text(length))): \(state.text), "
        + "\(rate.figuresText), buffer \(range)\(full)",
      sign: style.usesUnicode ? "⋮ " : ": ", in: .dim, continuing: part, to: &buffer)
  }

  /// The range of `levels`, and its direction where they never turn.
  private static func range(
    _ levels: some Collection<MediaTime>, _ durations: TextStyle.Durations
  ) -> String {
    let (least, most) = (levels.min() ?? .zero, levels.max() ?? .zero)
    let (low, high) = (durations.text(least, places: 3), durations.text(most, places: 3))
    if least == most { return low }
    let steps = zip(levels, levels.dropFirst())
    if steps.allSatisfy({ $0 <= $1 }) { return "rises from \(low) to \(high)" }
    if steps.allSatisfy({ $0 >= $1 }) { return "falls from \(high) to \(low)" }
    return "between \(low) and \(high)"
  }

  /// Whether words have room behind the times; else they stand under them.
  private var hasRoomForWords: Bool { style.width - columns.times >= 16 }

  /// Writes words behind a sign, which follow the times, or stand on lines of their own.
  private func write(
    _ text: String, sign: String, in color: TextStyle.Color?,
    continuing stall: TimelineMark.StallPart?, to buffer: inout TextBuffer
  ) {
    let indent = hasRoomForWords ? columns.times : 2
    var room = style.plain
    room.width = max(1, style.width - indent)
    let row = WrappedRow(name: sign, nameWidth: sign.count, style: room)
    for (number, line) in row.lines(text).enumerated() {
      if number == 0, hasRoomForWords {
        buffer.writeSpaces(1)
      } else {
        writeGutter(stall == nil ? nil : .middle, to: &buffer)
        buffer.writeSpaces(indent - 1)
      }
      buffer.write(color.map { style.set(line, in: $0) } ?? line)
      buffer.endLine()
    }
  }

  private func writeTimes(
    _ wallTime: WallTime, _ mediaTime: MediaTime, stall: TimelineMark.StallPart?,
    to buffer: inout TextBuffer
  ) {
    writeGutter(stall, to: &buffer)
    buffer.write(style.durations.columnText(wallTime), toTheRightOf: columns.time - 1)
    if columns.showsMedia {
      buffer.write(style.durations.columnText(mediaTime), toTheRightOf: columns.time)
    }
  }

  /// Writes the first column, in which a stall is a bracket around all its lines.
  private func writeGutter(_ stall: TimelineMark.StallPart?, to buffer: inout TextBuffer) {
    guard let stall else { return buffer.writeSpaces(1) }
    let sign =
      switch stall {
      case .begin: "┏"
      case .middle: "┃"
      case .end: "┗"
      }
    buffer.write(style.set(style.usesUnicode ? sign : "!", in: .red))
  }
}
