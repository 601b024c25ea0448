import PlayheadModel
import PlayheadReporting

/// The media time in digits that fill the screen, and lamps, to be read across a room.
extension WatchScreen {
  /// What the lamps tell.
  private enum Lamp: CaseIterable {
    case playing, low, stalled

    var name: String {
      switch self {
      case .playing: "PLAYING"
      case .low: "LOW BUFFER"
      case .stalled: "STALLED"
      }
    }

    var ink: Ink {
      switch self {
      case .playing: .green
      case .low: .yellow
      case .stalled: .red
      }
    }
  }

  /// The lamp that is lit; `nil` if the user has paused, or at the end.
  private var lamp: Lamp? {
    switch tick.phase {
    case .waiting(.stall), .waiting(.loop): .stalled
    // What is not loaded yet at the start or after a seek is no stall.
    case .waiting: .low
    case .playing: isLow ? .low : .playing
    case .paused, .ended: nil
    }
  }

  /// Whether a buffer as low as this would not let playback resume, and media is still missing.
  private var isLow: Bool {
    guard tick.mediaTime + tick.bufferLevel < watching.duration else { return false }
    return tick.bufferLevel < watching.session.scenario.policy.parameters.resumeThreshold
  }

  func drawClock(in grid: inout Grid) {
    let area = layout.log
    let lampRows = area.rows >= 12 ? max(1, area.rows / 8) : 1
    let digits = Area(
      column: area.column, row: area.row + (area.rows > 6 ? 1 : 0), columns: area.columns,
      rows: max(1, area.rows - lampRows - (area.rows > 6 ? 2 : 1)))
    let text = Self.digits(of: watching.shownTime)
    SegmentDigits(text, in: digits).draw(
      in: &grid, character: style.usesUnicode ? "█" : "#", look: Look(lamp?.ink))
    drawLamps(
      in: Area(
        column: area.column, row: area.bottom - lampRows, columns: area.columns, rows: lampRows),
      &grid)
  }

  private func drawLamps(in area: Area, _ grid: inout Grid) {
    let lamps = Lamp.allCases
    let gap = 2
    let width = (area.columns - gap * (lamps.count - 1)) / lamps.count
    guard width > 0 else { return }
    for (number, lamp) in lamps.enumerated() {
      let column = area.column + number * (width + gap)
      let isLit = self.lamp == lamp
      let look = isLit ? Look(lamp.ink, isBold: true, isReversed: true) : .dim
      let place = Area(column: column, row: area.row, columns: width, rows: area.rows)
      grid.relook(place) { $0 = Cell(" ", look) }
      let name = String(lamp.name.prefix(width))
      grid.put(
        name, at: column + (width - name.count) / 2, area.row + area.rows / 2, look,
        before: place.end)
    }
  }

  /// A time as a clock shows it, in whole seconds: `0:07`.
  static func digits(of time: MediaTime) -> String {
    let seconds = time.nanoseconds / WallTime.seconds(1).nanoseconds
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    let rest = two(seconds % 60)
    return hours > 0 ? "\(hours):\(two(minutes)):\(rest)" : "\(minutes):\(rest)"
  }
}
