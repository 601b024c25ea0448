import PlayheadAnalysis
import PlayheadModel

/// The progress bars of all sessions of a comparison on one time line, side by side, or where there
/// is no room under each other.
struct SideBySideTimeline {
  private let rows: [SharedTimeline.Row]
  private let marks: [Mark]
  private let durations: [MediaTime]
  private let names: [String]
  private let style: TextStyle
  private let folds: Bool
  private let columns: Columns
  /// The bars while a session plays, and while it stalls; empty if there is no room for any.
  private let bars: [(usual: PreparedBar, stalled: PreparedBar)]

  /// An event of a session that stands between two rows.
  private struct Mark {
    var wallTime: WallTime
    var name: String
    var kind: Event.Kind
  }

  /// The widths of what a row is made of.
  private struct Columns {
    var time: Int
    var state: Int
    /// `nil` if there is no room.
    var bar: Int?
    var isStacked: Bool
  }

  /// The gap before each session of a row.
  private static let gap = 2
  private static let minimumBar = 8
  private static let maximumBar = 60
  /// Fewer rows than this are not worth a line that stands for them.
  private static let minimumFolded = 4

  init(report: SideBySideReport, style: TextStyle, folds: Bool) {
    let runs = report.namedRuns.filter { !$0.run.session.ticks.isEmpty }
    names = runs.map(\.name)
    durations = runs.map(\.run.session.duration)
    self.style = style
    self.folds = folds
    rows = SharedTimeline(runs.map(\.run.session.ticks)).rows
    marks = runs.enumerated().flatMap { number, named in
      named.run.session.events.filter(\.isMarked).map { (number, named.name, $0) }
    }.sorted { ($0.2.wallTime, $0.0) < ($1.2.wallTime, $1.0) }.map {
      Mark(wallTime: $0.2.wallTime, name: $0.1, kind: $0.2.kind)
    }
    let last = max(rows.last?.wallTime ?? .zero, marks.last?.wallTime ?? .zero)
    let states = rows.lazy.flatMap(\.ticks).compactMap(\.self).map { Self.text($0).count }
    columns = Self.columns(
      for: runs.count, in: style.width,
      time: max(7, style.durations.columnWidth(upTo: last)) + 1, state: max(5, states.max() ?? 0))
    let columns = columns
    bars =
      columns.bar.map { width in
        runs.map { _ in
          (
            PreparedBar(width: width, progress: ProgressBar.Colors.standard.progress, style),
            PreparedBar(width: width, progress: .red, style)
          )
        }
      } ?? []
  }

  private static func columns(for count: Int, in width: Int, time: Int, state: Int) -> Columns {
    let room = count > 0 ? (width - time) / count - gap - 1 - state : 0
    if room >= minimumBar {
      return Columns(time: time, state: state, bar: min(room, maximumBar), isStacked: false)
    }
    // Behind the gap stands the name of the session, which is one letter.
    let rest = width - time - gap - 2 - 1 - state
    return Columns(
      time: time, state: state, bar: rest >= minimumBar ? min(rest, maximumBar) : nil,
      isStacked: true)
  }

  /// The state of a row in words; a full buffer is not told.
  private static func text(_ tick: ComparedTick) -> String {
    var state = TickState(tick)
    state.isFull = false
    return state.text
  }

  /// Writes the rows; nothing if no session has any.
  func write(to buffer: inout TextBuffer) {
    guard !rows.isEmpty else { return }
    writeHeading(to: &buffer)
    var next = marks.startIndex
    var held: [Int] = []
    for number in rows.indices {
      let end = marks[next...].firstIndex { $0.wallTime > rows[number].wallTime } ?? marks.endIndex
      if folds, end == next, isAlike(number) {
        held.append(number)
        continue
      }
      write(held: held, to: &buffer)
      held = []
      for mark in marks[next..<end] { write(mark, to: &buffer) }
      next = end
      write(rows[number], to: &buffer)
    }
    write(held: held, to: &buffer)
    for mark in marks[next...] { write(mark, to: &buffer) }
  }

  /// Whether each session is in the state in which it was in the row before.
  private func isAlike(_ number: Int) -> Bool {
    number > 0
      && zip(rows[number - 1].ticks, rows[number].ticks).allSatisfy { former, tick in
        guard let former, let tick else { return true }
        return TickState(former).isAlike(TickState(tick))
      }
  }

  /// Writes rows that continue one another: all but the last in one line, if they are many.
  private func write(held: [Int], to buffer: inout TextBuffer) {
    guard held.count > Self.minimumFolded, let first = held.first, let last = held.last else {
      for number in held { write(rows[number], to: &buffer) }
      return
    }
    let time = rows[last].wallTime - rows[first - 1].wallTime
    let text = "\(counted(held.count - 1, "row")) omitted (\(style.durations.text(time)))"
    writeWords(text, sign: style.usesUnicode ? "⋮ " : ": ", in: .dim, at: nil, to: &buffer)
    write(rows[last], to: &buffer)
  }

  private func writeHeading(to buffer: inout TextBuffer) {
    var heading = "wall".leftPadded(to: columns.time)
    let width = (columns.bar.map { $0 + 1 } ?? 0) + columns.state
    if columns.isStacked {
      let name = "played and buffered"
      if name.count <= columns.bar ?? 0 { heading += spaces(4) + name }
    } else {
      heading += names.map { spaces(Self.gap) + $0.padded(to: width) }.joined()
    }
    buffer.write(lines: [style.set(heading.withoutTrailingSpaces, in: .dim)])
  }

  private func write(_ row: SharedTimeline.Row, to buffer: inout TextBuffer) {
    buffer.write(style.durations.columnText(row.wallTime), toTheRightOf: columns.time)
    for (number, tick) in row.ticks.enumerated() {
      guard let tick else { continue }
      let isLast = number == row.ticks.count - 1
      if columns.isStacked {
        if number > 0 { buffer.writeSpaces(columns.time) }
        buffer.writeSpaces(Self.gap)
        buffer.write(names[number])
        buffer.writeSpaces(1)
      } else {
        buffer.writeSpaces(Self.gap)
      }
      if !bars.isEmpty {
        let bar = tick.phase.isStall ? bars[number].stalled : bars[number].usual
        bar.write(
          progress: tick.progress, loaded: tick.loadedTimeRanges, of: durations[number],
          to: &buffer)
        buffer.writeSpaces(1)
      }
      let text = Self.text(tick)
      buffer.write(tick.phase.isStall ? style.set(text, in: .red) : text)
      if columns.isStacked || isLast {
        buffer.endLine()
      } else {
        buffer.writeSpaces(columns.state - text.count)
      }
    }
  }

  private func write(_ mark: Mark, to buffer: inout TextBuffer) {
    writeWords(
      "\(mark.name) \(mark.kind.words(style.durations))", sign: style.usesUnicode ? "▸ " : "> ",
      in: mark.kind.color, at: mark.wallTime, to: &buffer)
  }

  private func writeWords(
    _ text: String, sign: String, in color: TextStyle.Color?, at time: WallTime?,
    to buffer: inout TextBuffer
  ) {
    var room = style.plain
    let indent = columns.time + Self.gap
    room.width = max(1, style.width - indent)
    let lines = WrappedRow(name: sign, nameWidth: sign.count, style: room).lines(text)
    for (number, line) in lines.enumerated() {
      let shown = number == 0 ? time.map(style.durations.columnText) ?? "" : ""
      buffer.write(shown, toTheRightOf: columns.time)
      buffer.writeSpaces(Self.gap)
      buffer.write(color.map { style.set(line, in: $0) } ?? line)
      buffer.endLine()
    }
  }
}

extension Event {
  /// Whether it stands between the rows of a comparison: what a viewer notices, but for pauses that
  /// a stall or an action explains.
  fileprivate var isMarked: Bool { isNoticed && kind != .paused }
}

extension Event.Kind {
  /// The colour of its words.
  fileprivate var color: TextStyle.Color? {
    switch self {
    case .playbackStalled: .red
    case .gapJumped: .yellow
    case .playbackStarted, .playbackResumed, .playbackContinued: .green
    case .didPlayToEndTime, .seekStarted, .rate, .playbackLooped: .bold
    default: nil
    }
  }
}
