import PlayheadFiles
package import PlayheadModel

/// A recording of a terminal in the form asciicast, version 2: a head, and a line for each change.
package struct Asciicast: Sendable {
  /// The lines so far, in UTF-8.
  package private(set) var bytes: [UInt8]
  private var shown: Grid?

  /// A recording of a screen of `size`, of what is called `title`.
  package init(size: ScreenSize, title: String) {
    bytes = Self.line(
      .members([
        "version": .integer(2), "width": .integer(Int64(size.columns)),
        "height": .integer(Int64(size.rows)), "title": .string(title),
      ]))
  }

  /// Notes that the terminal shows `grid` at `time`.
  package mutating func show(_ grid: Grid, at time: WallTime) {
    if let shown, shown.size != grid.size { add("r", grid.size.text, time) }
    let change = grid.sequence(after: shown)
    shown = grid
    // The cursor would only distract.
    if !change.isEmpty { add("o", "\u{1B}[?25l" + change, time) }
  }

  private mutating func add(_ code: String, _ data: String, _ time: WallTime) {
    bytes += Self.line(.array([.seconds(time), .string(code), .string(data)]))
  }

  private static func line(_ value: JSONValue) -> [UInt8] {
    var printer = JSONPrinter(openLevels: 0)
    printer.print(value)
    return printer.bytes + [UInt8(ascii: "\n")]
  }
}
