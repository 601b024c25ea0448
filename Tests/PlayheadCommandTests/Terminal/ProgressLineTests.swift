import Expectations
import Synchronization
import Testing

@testable import PlayheadCommand

@Suite("The progress line tells how far it is and keeps to its line")
struct ProgressLineTests {
  /// What was written, in order.
  private final class Screen: Sendable {
    private let texts = Mutex<[String]>([])
    var all: [String] { texts.withLock { $0 } }
    func write(_ text: String) { texts.withLock { $0.append(text) } }
  }

  private let start = ContinuousClock.now

  private func line(
    _ screen: Screen, width: Int = 80, isVisible: Bool = true
  ) -> ProgressLine {
    ProgressLine(
      label: "Reading", isVisible: isVisible, usesBlocks: false, width: { width },
      write: screen.write)
  }

  @Test("As much is shown as fits, the percentage first")
  func states() {
    let state = ProgressLine.State(
      completed: 42_000_000, total: 100_000_000, elapsed: .seconds(4))
    let cases: [(Int, Bool, String)] = [
      (
        79, true,
        "Reading  \(String(repeating: "█", count: 16))\(String(repeating: "░", count: 24))"
          + "   42 %  10.5 MB/s  0:06 left"
      ),
      (49, false, "Reading  ####.......   42 %  10.5 MB/s  0:06 left"),
      (39, false, "Reading   42 %  10.5 MB/s  0:06 left"),
      (30, false, "Reading   42 %  0:06 left"),
      (19, false, " 42 %  0:06 left"),
      (15, false, "###.....   42 %"),
      (6, false, " 42 %"), (5, false, " 42 %"), (4, false, ""), (0, false, ""), (-1, false, ""),
    ]
    for (columns, usesBlocks, expected) in cases {
      expect(
        state.line(label: "Reading", columns: columns, usesBlocks: usesBlocks), equals: expected)
    }
  }

  @Test("Of what is fetched, the line tells the bytes that came of those needed")
  func transfers() {
    var state = ProgressLine.State(
      completed: 612_000, total: 1_224_000, elapsed: .seconds(1), unit: .transfer)
    func line(columns: Int) -> String {
      state.line(label: "Downloading", columns: columns, usesBlocks: false)
    }
    expect(line(columns: 60), equals: "Downloading   50 %  612 kB of 1.2 MB  612 kB/s  0:01 left")
    expect(line(columns: 38), equals: "Downloading   50 %  0:01 left")
    state.total = nil
    expect(line(columns: 60), equals: "Downloading  612 kB  612 kB/s")
    state.elapsed = .zero
    state.total = 1_224_000
    expect(line(columns: 42), equals: "Downloading   50 %  612 kB of 1.2 MB")
  }

  @Test("Nothing is wider than allowed", arguments: -1...130)
  func widths(columns: Int) {
    let totals: [Int64?] = [nil, 0, 1, 1000, .max]
    for total in totals {
      for completed: Int64 in [0, 1, 999, 123_456_789, .max] {
        for elapsed in [Duration.zero, .nanoseconds(1), .seconds(3), .seconds(1_000_000)] {
          let state = ProgressLine.State(completed: completed, total: total, elapsed: elapsed)
          let line = state.line(label: "Reading", columns: columns, usesBlocks: true)
          expect(line.count <= max(0, columns))
        }
      }
    }
  }

  @Test("Without a total there are bytes and a rate, without time neither")
  func unknown() {
    let state = ProgressLine.State(completed: 1_500_000, total: nil, elapsed: .seconds(1))
    expect(
      state.line(label: "Reading", columns: 79, usesBlocks: true),
      equals: "Reading  1.5 MB  1.5 MB/s")
    let first = ProgressLine.State(completed: 0, total: 10, elapsed: .zero)
    expect(first.line(label: "Reading", columns: 20, usesBlocks: true), equals: "Reading    0 %")
  }

  @Test("Cases are counted, and the time left comes before their number")
  func cases() {
    let state = ProgressLine.State(completed: 250, total: 1000, elapsed: .seconds(3), unit: .cases)
    let cases: [(Int, String)] = [
      (60, "Checking  ####...............   25 %  250 of 1000  0:09 left"),
      (40, "Checking   25 %  250 of 1000  0:09 left"), (30, "Checking   25 %  0:09 left"),
      (19, " 25 %  0:09 left"), (7, " 25 %"),
    ]
    for (columns, expected) in cases {
      let line = state.line(label: "Checking", columns: columns, usesBlocks: false)
      expect(line, equals: expected)
    }
  }

  @Test("100 % means all")
  func all() {
    let state = { ProgressLine.State(completed: $0, total: 1000, elapsed: .zero).percent }
    expect(state(999), equals: 99)
    expect(state(1000), equals: 100)
    expect(state(2000), equals: 100)
  }

  @Test("It is drawn at most ten times a second, and not for what is over at once")
  func interval() {
    let screen = Screen()
    var line = line(screen)
    for millisecond in 0..<1000 {
      line.update(
        completed: Int64(millisecond), total: 1000, at: start + .milliseconds(millisecond))
    }
    expect(screen.all.count, equals: 9)
  }

  @Test(
    "Every drawing stays in the line, and erasing leaves it blank", arguments: [1, 2, 20, 40, 80])
  func erases(width: Int) {
    let screen = Screen()
    var line = line(screen, width: width)
    var shown: [Character] = []
    for step in 0..<50 {
      line.update(completed: Int64(step), total: 50, at: start + .milliseconds(150 * step))
    }
    line.erase()
    for text in screen.all {
      var column = 0
      for character in text {
        if character == "\r" {
          column = 0
          continue
        }
        while shown.count <= column { shown.append(" ") }
        shown[column] = character
        column += 1
        expect(column < width)
      }
    }
    expect(shown.allSatisfy { $0 == " " })
    let count = screen.all.count
    line.erase()
    expect(screen.all.count, equals: count)
  }

  @Test("Where nobody watches it writes nothing")
  func invisible() {
    let screen = Screen()
    var line = line(screen, isVisible: false)
    for second in 0..<5 {
      line.update(completed: 1, total: 2, at: start + .seconds(second))
    }
    line.erase()
    expect(screen.all.isEmpty)
  }
}
