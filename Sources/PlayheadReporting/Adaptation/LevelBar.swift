package import PlayheadModel

/// A bar whose cells are the levels of what is loaded, as digits, with a mark at the playhead.
package struct LevelBar {
  private let levels: LevelCourse
  private let width: Int
  private let style: TextStyle

  /// Digits, and letters for the levels from the tenth on.
  private static let signs = Array("0123456789abcdefghijklmnopqrstuvwxyz")

  package init(_ levels: LevelCourse, width: Int, style: TextStyle) {
    self.levels = levels
    self.width = width
    self.style = style
  }

  /// The sign of a level.
  package static func sign(of level: Int) -> Character { level < signs.count ? signs[level] : "+" }

  /// Writes the bar of a row: the playhead, and what is loaded then.
  package func write(_ tick: Tick, to buffer: inout TextBuffer) {
    let playhead = min(width - 1, cell(of: tick.mediaTime))
    var cells: [Character] = []
    for number in 0..<width {
      let time = MediaTime(
        nanoseconds: Int64(
          Int128(levels.duration.nanoseconds) * Int128(2 * number + 1) / Int128(2 * width)))
      let isLoaded = tick.loadedTimeRanges.range(containing: time) != nil
      cells.append(
        isLoaded
          ? levels.level(at: time, by: tick.wallTime).map(Self.sign) ?? " "
          : style.usesUnicode ? "·" : ".")
    }
    cells[playhead] = style.usesUnicode ? "▏" : "|"
    let played = String(cells[..<playhead])
    let ahead = String(cells[(playhead + 1)...])
    buffer.write(style.set(played, in: .dim))
    buffer.write(style.set(String(cells[playhead]), in: tick.isInStall ? .red : .green))
    buffer.write(ahead)
  }

  private func cell(of time: MediaTime) -> Int {
    guard levels.duration > .zero else { return 0 }
    return Int(
      Int128(time.nanoseconds) * Int128(width) / Int128(levels.duration.nanoseconds))
  }
}
