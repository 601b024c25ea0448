import PlayheadModel
package import PlayheadReporting

/// Draws what a person watches.
package struct WatchScreen {
  let watching: Watching
  let style: TextStyle
  let layout: WatchLayout
  let tick: Tick
  /// The picture, which fills its place; `nil` if there is none, or if something else draws it.
  package var picture: Grid?

  /// The screen of `watching` with the characters and colours of `style`.
  package init(_ watching: Watching, style: TextStyle) {
    self.watching = watching
    self.style = style
    layout = WatchLayout(watching)
    tick = watching.tick
  }

  /// The screen.
  package var grid: Grid {
    let size = watching.size
    var grid = Grid(columns: size.columns, rows: size.rows, ambiguous: style.ambiguousWidth)
    if watching.view == .clock {
      drawClock(in: &grid)
    } else {
      drawTitle(in: &grid)
      drawStatus(in: &grid)
      drawMarks(in: &grid)
      drawUnderBar(in: &grid)
      drawLamps(in: &grid)
      drawGraphs(in: &grid)
      drawLog(in: &grid)
      drawPicture(in: &grid)
    }
    drawBar(in: &grid)
    drawKeys(in: &grid)
    if watching.showsHelp { drawHelp(in: &grid) }
    if !style.usesColor { grid.removeColors() }
    return grid
  }

  /// The margin left and right.
  var margin: Int { layout.bar.column }
  /// The column behind the last one that is used.
  var end: Int { layout.bar.end }
  /// What stands between two facts.
  var dot: String { style.usesUnicode ? " · " : ", " }

  // MARK: The head

  private func drawTitle(in grid: inout Grid) {
    let names = watching.session.names
    let selection = watching.selection
    let facts = [
      names.network, names.player, names.rule, selection.isLowData ? "low data" : nil,
    ].compactMap { $0?.printable }
    var shown = facts.count
    // The name of the media is what is known anyway.
    let room = (end - margin) * 2 / 3
    while shown > 1, grid.width(of: facts.prefix(shown).joined(separator: dot)) > room {
      shown -= 1
    }
    let right = facts.prefix(shown).joined(separator: dot)
    let start = grid.put(right, endingAt: end, layout.title, .dim)
    // Of a long path, the end tells most.
    var title = watching.title.printable
    let left = max(0, start - 2 - margin)
    if grid.width(of: title) > left, let last = title.split(separator: "/").last {
      title = String(last)
    }
    grid.put(title, at: margin, layout.title, .bold, before: margin + left)
  }

  private func drawStatus(in grid: inout Grid) {
    let row = layout.status
    let look = Look(stateInk, isBold: true)
    var column = grid.put(indicator, at: margin, row, look)
    column = grid.put(" " + TickState(tick).text, at: column, row, look)
    if tick.isInStall, let stall = currentStall {
      column = grid.put(
        " \(stall.number) for \((watching.now - stall.start).clockText(places: 1)) s", at: column,
        row, look)
    }
    let places = watching.isHeld ? 3 : 1
    let times =
      "\(watching.shownTime.clockText(places: places)) / \(watching.duration.clockText(places: 1))"
    let wall =
      "wall \(watching.now.clockText(places: places))" + (watching.isHeld ? " held" : speed)
    let start = grid.put(wall, endingAt: end, row, watching.isHeld ? Look(.yellow) : .dim)
    // The times stand in the middle, or where there is room.
    let width = grid.width(of: times)
    let middle = max(column + 2, margin + (end - margin - width) / 2)
    if middle + width + 2 <= start {
      grid.put(times, at: middle, row, .bold)
    } else {
      grid.clear(Area(column: start, row: row, columns: end - start, rows: 1))
      grid.put(times, endingAt: end, row, .bold)
    }
  }

  /// The speed of watching, unless it is usual.
  private var speed: String {
    guard watching.speed != 1000 else { return "" }
    let text = WallTime(nanoseconds: watching.speed * 1_000_000).secondsText
    return (style.usesUnicode ? " ×" : " x") + text
  }

  private var currentStall: Stall? {
    watching.session.session.stalls.last { $0.start <= watching.now }
  }

  /// The colour of the player's state.
  var stateInk: Ink? {
    switch tick.phase {
    case .playing: .green
    case .waiting(.stall), .waiting(.loop): .red
    case .waiting: .yellow
    case .paused, .ended: nil
    }
  }

  /// What turns while the player waits.
  private var indicator: String {
    let signs = style.usesUnicode ? Self.signs : Self.plainSigns
    switch tick.phase {
    case .playing: return signs.playing
    case .paused: return signs.paused
    case .ended: return signs.ended
    case .waiting:
      let turn = watching.clock.nanoseconds / WallTime.milliseconds(100).nanoseconds
      return String(signs.turning[Int(turn) % signs.turning.count])
    }
  }

  private typealias Signs = (playing: String, paused: String, ended: String, turning: [Character])
  private static let signs: Signs = ("▶", "‖", "■", Array("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"))
  private static let plainSigns: Signs = (">", "=", "#", Array("|/-\\"))

  // MARK: The foot

  private func drawKeys(in grid: inout Grid) {
    let row = layout.keys
    if let note = watching.shownNote {
      grid.put(" \(note.printable) ", at: margin, row, .reversed, before: end)
      return
    }
    var column = margin
    for (number, key) in WatchKeyHelp.all.filter(\.isInFoot).enumerated() {
      let gap = number == 0 ? 0 : 2
      let keys = style.usesUnicode ? key.keys : key.plainKeys
      let width = grid.width(of: keys) + 1 + grid.width(of: key.short)
      guard column + gap + width <= end else { continue }
      column = grid.put(keys, at: column + gap, row, .bold)
      column = grid.put(" " + key.short, at: column, row, .dim)
    }
  }

  private func drawPicture(in grid: inout Grid) {
    guard let area = layout.picture else { return }
    if let picture { grid.put(picture, at: area.column, area.row) }
  }
}

extension TextStyle.Color {
  /// The colour as the look of a cell.
  var look: Look {
    switch self {
    case .red: Look(.red)
    case .green: Look(.green)
    case .yellow: Look(.yellow)
    case .magenta: Look(.magenta)
    case .dim: .dim
    case .bold: .bold
    }
  }
}
