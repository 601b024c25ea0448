import Expectations
import PlayheadKit
import PlayheadWatch
import Testing

@Suite("The screen shows what is watched")
struct ScreenTests {
  private static let plain = TextStyle(width: 80, usesUnicode: true, usesColor: false)
  private static let colored = TextStyle(width: 80, usesUnicode: true, usesColor: true)
  private static let ascii = TextStyle(width: 80, usesUnicode: false, usesColor: false)

  private func lines(_ watching: Watching, _ style: TextStyle = plain) -> [String] {
    WatchScreen(watching, style: style).grid.text.split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
  }

  @Test("On the usual screen everything has its place")
  func usual() throws {
    var watching = try Watched.watching()
    watching.pass(8)
    let text = lines(watching)
    let found = [
      "clip.mp4", "500k · basic", "STALLED 1 for 1.0 s", "3.0 / 20.0", "wall 8.0", "○ empty",
      "○ likely to keep up", "buffer 1.0 s", "500 kbit/s", "stall 1 begins", "4.000  starts",
      "2.000 s loaded ahead", "space play, pause",
    ].filter { words in !text.contains { $0.contains(words) } }
    expect(found, equals: [])
    // Three of twenty seconds are played, and a stall is marked above them.
    expect(text[3].prefix { $0 == " " }.count == 13 && text[3].hasSuffix("1"))
    expect(text[4].prefix(14) == "  ███████████●" && text[4].filter { $0 == "▒" }.count == 3)
  }

  @Test(
    "Screens of all sizes are drawn, in ASCII too",
    arguments: [(1, 1), (2, 3), (20, 5), (40, 10), (80, 24), (200, 50), (300, 80)])
  func sizes(columns: Int, rows: Int) throws {
    var watching = try Watched.watching(size: ScreenSize(columns: columns, rows: rows))
    watching.pass(8)
    var problems: [String] = []
    for view in [Watching.View.player, .clock] {
      for keys in ["", "?", "?"] {
        watching.press(keys)
        let screen = lines(watching, Self.ascii)
        if screen.count != rows + 1 { problems.append("\(screen.count) rows") }
        if !screen.allSatisfy({ $0.count <= columns && $0.utf8.allSatisfy { $0 < 0x80 } }) {
          problems.append("\(view) \(keys)")
        }
      }
      watching.press("c")
    }
    expect(problems, equals: [])
    guard columns >= 40, rows >= 10 else { return }
    let text = lines(watching).joined()
    expect(["STALLED", "3.0 / 20.0", "empty", "stall 1 begins", "█"].allSatisfy(text.contains))
  }

  @Test("All keys are listed, also on the smallest screen", arguments: [(40, 10), (80, 24)])
  func help(columns: Int, rows: Int) throws {
    var watching = try Watched.watching(size: ScreenSize(columns: columns, rows: rows))
    watching.press("?")
    let text = lines(watching).joined(separator: "\n")
    expect(WatchKeyHelp.all.filter { !text.contains($0.keys) }, equals: [])
  }

  @Test("Without colour nothing has any, and a stall is shaded all the same")
  func colorless() throws {
    var watching = try Watched.watching()
    watching.pass(9)
    let (plain, colored) = (
      WatchScreen(watching, style: Self.plain).grid, WatchScreen(watching, style: Self.colored).grid
    )
    expect(!plain.styledText.contains("\u{1B}[0;3") && !plain.styledText.contains(";4"))
    expect(colored.styledText.contains(";41m"))
    // Above the graph of the buffer, the column that is stalled.
    expect(lines(watching).contains { $0.hasSuffix("▒") && $0.contains("│") })
  }

  @Test("The indicator turns while the player waits, and only then")
  func indicator() throws {
    var watching = try Watched.watching()
    var signs: [[Character]] = []
    for second in [0, 4, 3] as [Int64] {
      watching.pass(second)
      signs.append([])
      for _ in 0..<5 {
        signs[signs.count - 1].append(lines(watching)[2].first { $0 != " " } ?? " ")
        watching.advance(by: .milliseconds(100))
      }
    }
    expect(signs.map { Set($0).count }, equals: [5, 1, 5])
  }

  @Test("The lamps of the clock tell whether it plays, is low, or has stalled")
  func lamps() throws {
    var seen: [String] = []
    for (rate, seconds) in [("1M", 4), ("500k", 5), ("500k", 8)] as [(String, Int64)] {
      var watching = try Watched.watching(rate, view: .clock)
      watching.pass(seconds)
      let grid = WatchScreen(watching, style: Self.colored).grid
      let lit = grid.styledText.split(separator: "\u{1B}").filter { $0.contains(";7;3") }.joined()
      let words = lit.filter { $0.isUppercase || $0 == " " }.split(separator: " ")
      seen.append(words.joined(separator: " "))
    }
    expect(seen, equals: ["PLAYING", "LOW BUFFER", "STALLED"])
  }

  @Test("The clock's digits have the segments of their figures")
  func digits() throws {
    var watching = try Watched.watching("1M", size: ScreenSize(columns: 80, rows: 24), view: .clock)
    watching.pass(14)
    // 0:12. Upright segments: both of 0, the right one of 1, and of 2 the upper right one, then
    // the lower left one. Across: above 0 and 2, where 1 has the end of its upright one.
    let rows = lines(watching).prefix(19).filter { $0.contains("█") }
    let quarter = rows.count / 4
    let runs = [rows[0], rows[quarter], rows[rows.count - 1 - quarter]].map { row in
      row.split(separator: " ").count
    }
    expect(runs, equals: [3, 4, 4])
  }

  @Test("A title from a file does nothing to the terminal")
  func hostile() throws {
    let source = try Watched.watching()
    var watching = try Watching(
      "\u{1B}[2Jx\u{202E}", choices: source.choices, selection: source.selection,
      size: ScreenSize(columns: 80, rows: 24)
    ) { _, _ in source.session }
    watching.pass(1)
    let text = WatchScreen(watching, style: Self.plain).grid.text
    expect(!text.contains("\u{1B}") && !text.contains("\u{202E}"))
  }
}
