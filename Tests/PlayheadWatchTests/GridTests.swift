import Expectations
import Foundation
import PlayheadKit
import PlayheadWatch
import Testing

@Suite("Screens are written to terminals")
struct GridTests {
  /// A terminal that knows the sequences that are sent to it.
  private struct Emulator {
    var rows: [[String]]
    private var (row, column, look) = (0, 0, "")

    init(columns: Int, rows: Int) {
      self.rows = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    }

    mutating func write(_ text: String) {
      var rest = text[...]
      while let character = rest.popFirst() {
        guard character == "\u{1B}" else {
          rows[row][column] = look + String(character)
          let isWide = character == "字"
          if isWide { rows[row][column + 1] = "" }
          column += isWide ? 2 : 1
          continue
        }
        rest.removeFirst()
        let end = rest.firstIndex { $0.isLetter } ?? rest.endIndex
        let code = rest[..<end]
        switch rest[end] {
        case "H":
          let place = code.split(separator: ";").map { Int($0) ?? 0 }
          (row, column) = (place[0] - 1, place[1] - 1)
        case "m": look = code == "0" ? "" : "<\(code)>"
        case "J":
          self = Emulator(columns: rows[0].count, rows: rows.count)
        default: break
        }
        rest = rest[rest.index(after: end)...]
      }
    }
  }

  private func screens() throws -> [Grid] {
    var watching = try Watched.watching()
    let style = TextStyle(width: 80, usesUnicode: true, usesColor: true)
    return (0..<6).map { number in
      watching.pass(2)
      if number == 3 { watching.press("?") }
      var grid = WatchScreen(watching, style: style).grid
      grid.put("字x", at: 10 + number, 1)
      return grid
    }
  }

  @Test("What changes leads from each screen to the next")
  func changes() throws {
    var terminal = Emulator(columns: 80, rows: 24)
    var former: Grid?
    for grid in try screens() {
      terminal.write(grid.sequence(after: former))
      former = grid
      var whole = Emulator(columns: 80, rows: 24)
      whole.write(grid.sequence(after: nil))
      let isSame = terminal.rows == whole.rows
      expect(isSame)
    }
  }

  @Test("Styled text is read back as it was written")
  func styled() throws {
    for grid in try screens() {
      var copy = Grid(columns: grid.columns, rows: grid.rows)
      copy.put(styled: grid.styledText, at: 0, 0)
      expect(copy, equals: grid)
    }
  }

  @Test(
    "A colour is the nearest of 256",
    arguments: [
      (Ink.rgb(255, 0, 0), 196), (.rgb(0, 0, 0), 16), (.rgb(255, 255, 255), 231),
      (.rgb(128, 128, 128), 244), (.rgb(95, 135, 175), 67), (.palette(5), 5),
    ] as [(Ink, UInt8)])
  func nearest(ink: Ink, number: UInt8) {
    expect(ink.nearestPaletteNumber, equals: number)
  }

  @Test("A recording has a head and a line of JSON for each change")
  func recording() throws {
    let grids = try screens()
    var recording = Asciicast(size: ScreenSize(columns: 80, rows: 24), title: "a \"clip\"")
    for (number, grid) in grids.enumerated() {
      recording.show(grid, at: .seconds(Int64(number)))
      recording.show(grid, at: .seconds(Int64(number)))
    }
    let lines = try recording.bytes.split(separator: UInt8(ascii: "\n")).map {
      try JSONSerialization.jsonObject(with: Data($0))
    }
    let head = lines[0] as? [String: Any]
    expect(head?["version"] as? Int == 2 && head?["width"] as? Int == 80)
    expect(head?["title"] as? String == "a \"clip\"" && lines.count == grids.count + 1)
    var terminal = Emulator(columns: 80, rows: 24)
    for line in lines.dropFirst() { terminal.write((line as? [Any])?[2] as? String ?? "") }
    var last = Emulator(columns: 80, rows: 24)
    last.write(grids[5].sequence(after: nil))
    let isSame = terminal.rows == last.rows
    expect(isSame)
  }
}
