import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite struct `The timeline of a session` {
  /// A minute in frames of a second and 100 bytes each, at a byte a millisecond.
  ///
  /// That is ten times as fast as they play, but from 1 s to 13 s nothing comes: it starts at 0.2
  /// s, and stalls at 10.2 s with ten frames in.
  private static func report(
    do actions: [String] = [], ticks: WallTime = .milliseconds(500)
  ) throws -> SessionReport {
    let policy = try BufferingPolicy(
      startupThreshold: .seconds(2), resumeThreshold: .seconds(2), highWatermark: .seconds(20),
      lowWatermark: .seconds(10))
    return try .played(
      .frames(60, lasting: .seconds(1), of: 100), over: .steps([(1000, 1), (12_000, 0), (0, 1)]),
      policy, do: try actions.map { try UserAction(parsing: $0) }, ticks: ticks)
  }

  /// The lines of the timeline, its heading first.
  private static func lines(
    _ report: SessionReport, width: Int = 80, folds: Bool = false, usesUnicode: Bool = false,
    durations: TextStyle.Durations = .clock
  ) -> [String] {
    let style = TextStyle(
      width: width, usesUnicode: usesUnicode, usesColor: false, durations: durations)
    var buffer = TextBuffer()
    TimelineText(report: report, style: style, folds: folds).write(to: &buffer)
    return buffer.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
  }

  /// The line with one space where there are more, its first column left as it is.
  private static func squeezed(_ line: String) -> String {
    line.prefix(1) + " " + line.dropFirst().split(separator: " ").joined(separator: " ")
  }

  @Test func `brackets a stall from its exact beginning to its exact end`() throws {
    // Ten frames are in by 1 s and play from 0.2 s to 10.2 s; the next two come by 13.2 s.
    let lines = Self.lines(try Self.report(ticks: .seconds(2)), usesUnicode: true)
    let stall = lines.drop { !$0.hasPrefix("┏") }.prefix { !$0.hasPrefix(" ") }
    let bar = try Self.bar(10, of: 60, in: lines[0])
    expect(
      stall.map(Self.squeezed),
      equals: [
        "┏ 10.200 10.000 ▸ stall 1 begins: buffer empty",
        "┃ 12.000 10.000 \(bar) 0.000 0 bit/s STALLED",
        "┗ 13.200 10.000 ▸ stall 1 ends after 3.000 s",
      ])
    let ascii = Self.lines(try Self.report(ticks: .seconds(2)))
    expect(ascii.filter { $0.hasPrefix("!") }.count, equals: 3)
  }

  /// A bar of so many seconds played and none loaded, as wide as the heading says.
  private static func bar(_ played: Int, of length: Int, in heading: String) throws -> String {
    func place(_ name: String) throws -> Int {
      let range = try #require(heading.firstRange(of: name))
      return heading.distance(from: heading.startIndex, to: range.lowerBound)
    }
    let width = try place("buffer ") - 2 - place("played")
    let eighths = 8 * width * played / length
    let part = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    return String(repeating: "█", count: eighths / 8) + part
      + String(repeating: "·", count: width - (eighths + 7) / 8)
  }

  @Test func `ends a stall's bracket where the user leaves it`() throws {
    let lines = Self.lines(try Self.report(do: ["11s seek 3"], ticks: .seconds(2)))
    let stall = lines.filter { $0.hasPrefix("!") }
    expect(stall.count, equals: 3)
    expect(stall.dropLast().last?.contains("seek 1 to 3.000 s"), equals: true)
    // It began at 10.2 s.
    expect(stall.last?.hasSuffix("stall 1 ends after 0.800 s"), equals: true)
  }

  @Test(arguments: Seeds.some(Array(20...130), oneIn: 12) + [200, 999])
  func `lines up at every width`(width: Int) throws {
    let reports = [
      try Self.report(), try Self.report(do: ["2s seek 40", "5s rate 1.25", "9s seek 1"]),
    ]
    for report in reports {
      for usesUnicode in [true, false] {
        for durations in TextStyle.Durations.allCases {
          let lines = Self.lines(
            report, width: width, usesUnicode: usesUnicode, durations: durations)
          for line in lines { expect(line.count <= width, "\(line)") }
          // Below that the word itself is cut where times are long.
          guard width >= 24 || durations != .iso8601 else { continue }
          let words = ["playing", "STALLED", "starting", "waiting", "ended"]
          let columns = lines.dropFirst().compactMap { line in
            words.lazy.compactMap { line.firstRange(of: $0)?.lowerBound }.first.map {
              line.distance(from: line.startIndex, to: $0)
            }
          }
          expect(columns.count >= report.session.ticks.count)
          expect(Set(columns).count, equals: 1, "\(width)")
          let heading = lines[0].split(separator: " ")
          let names = ["wall", "media", "played", "and", "buffered", "buffer", "link", "state"]
          for name in heading { expect(names.contains(String(name))) }
        }
      }
    }
  }

  @Test(
    arguments: [
      (120, "wall media played and buffered buffer link state"),
      (80, "wall media played and buffered buffer link state"),
      (60, "wall media played and buffered buffer state"),
      (40, "wall played state"), (30, "wall state"), (24, "wall state"),
    ])
  func `has fewer columns the less room there is`(width: Int, heading: String) throws {
    let line = Self.lines(try Self.report(), width: width)[0]
    expect(line.split(separator: " ").joined(separator: " "), equals: heading)
  }

  @Test func `folds rows that are alike, and none beside a mark`() throws {
    let lines = Self.lines(try Self.report(), width: 120, folds: true)
    let folded = lines.filter { $0.contains("rows omitted") }
    // The link changes at 1 s and 13 s. Of 1 s to 10 s the first and the last row are shown; of the
    // stall four rows have neither a mark nor a change before them, one too few. From 15.2 s on it
    // is full, with frames up to 32 s, and drained to 10 s at 25.2 s.
    expect(
      folded.map(Self.squeezed).prefix(2),
      equals: [
        "  : 17 rows omitted (9 s): playing, 0 bit/s, buffer falls from 8.700 s to 0.700 s",
        "  : 18 rows omitted (9.5 s): playing, full, 8 kbit/s, buffer falls from 19.200 s to 10.700 s",
      ])
    let plain = Self.lines(try Self.report(), width: 120)
    // What is shown is what the whole timeline has, in its order; each fold stands for its rows
    // and for what is said between them of a full buffer.
    func isFullness(_ line: String) -> Bool { line.contains(/> buffer (no longer )?full/) }
    var rest = plain[...]
    var hasFolded = false
    for line in lines {
      if let count = line.firstMatch(of: /:\s(\d+)\srows/).flatMap({ Int($0.1) }) {
        for _ in 0..<count { rest = rest.drop(while: isFullness).dropFirst() }
        hasFolded = true
      } else {
        if hasFolded { rest = rest.drop(while: isFullness) }
        hasFolded = false
        expect(rest.first, equals: line)
        rest = rest.dropFirst()
      }
    }
    expect(rest.isEmpty)
  }

  @Test func `folds no fewer than four rows`() throws {
    var counts: Set<Int> = []
    for milliseconds in [400, 450, 500, 550, 600, 700, 800, 1000, 1300, 2000] as [Int64] {
      let lines = Self.lines(try Self.report(ticks: .milliseconds(milliseconds)), folds: true)
      for line in lines {
        if let count = line.firstMatch(of: /:\s(\d+)\srow/).flatMap({ Int($0.1) }) {
          counts.insert(count)
        }
      }
    }
    expect(counts.min(), equals: 4)
  }

  @Test func `folds a buffer that fills and empties for long into one line`() throws {
    // A hundred times as fast as it plays: full at 4 s, again at 2 s, until all 600 s are in.
    let policy = try BufferingPolicy(
      startupThreshold: .seconds(2), resumeThreshold: .seconds(2), highWatermark: .seconds(4),
      lowWatermark: .seconds(2))
    let report = try SessionReport.played(
      .frames(600, lasting: .seconds(1), of: 10), over: .byteAMillisecond(), policy)
    let lines = Self.lines(report, width: 120, folds: true)
    let full = report.session.events.count { $0.kind == .isPlaybackBufferFull(true) }
    expect(full > 100)
    let rows = report.session.ticks.count
    // Shown are the heading, the first row, request and start, the first time it is full and the
    // first time it no longer is, each with rows beside it, and the last time, when all is loaded.
    expect(lines.count < 30)
    let folded = try #require(lines.first { $0.contains("full 1") })
    let count = try #require(folded.firstMatch(of: /: (\d+) rows omitted/).flatMap { Int($0.1) })
    let times = try #require(folded.firstMatch(of: /, full (\d+) times$/).flatMap { Int($0.1) })
    expect(count > rows - 30 && count < rows)
    expect(times > full - 4 && times < full)
    let marks = lines.filter { $0.contains("> buffer ") }
    expect(marks.prefix(2).map { $0.contains("loading stops") }, equals: [true, false])
  }

  @Test func `has the row of an instant under what happens at it`() throws {
    // At 10 s the user moves the playhead, and it stalls at 10.2 s.
    let lines = Self.lines(try Self.report(do: ["10s rate 0.5"], ticks: .seconds(10)))
    let place = try #require(lines.firstIndex { $0.contains("> rate 0.5") })
    expect(lines[place + 1].hasSuffix("playing 0.5x"))
    let stalled = Self.lines(try Self.report(ticks: .milliseconds(200)))
    let stall = try #require(stalled.firstIndex { $0.contains("> stall 1 begins") })
    expect(stalled[stall].contains(" 10.200 "))
    expect(stalled[stall + 1].contains(" 10.200 "))
    expect(stalled[stall + 1].hasSuffix("STALLED"))
    // Only what was before the first request comes before it.
    expect(Self.squeezed(stalled[1]).hasPrefix("  0.000 0.000 "))
    expect(Self.squeezed(stalled[2]), equals: "  0.000 0.000 > request 1 from byte 0")
  }

  @Test func `says at its end that the link is dead, and that a stall is open`() throws {
    let words = "the link is dead"
    let dead = try SessionReport.played(
      .frames(60, lasting: .seconds(1), of: 100), over: .dead, BufferingPolicy())
    expect(Self.squeezed(Self.lines(dead).last ?? ""), equals: "  0.000 0.000 > \(words)")
    // Ten seconds are in at 1 s, and it starts at 0.2 s.
    let starved = try SessionReport.played(
      .frames(60, lasting: .seconds(1), of: 100), over: .steps([(1000, 1), (0, 0)]),
      BufferingPolicy())
    let last = try #require(Self.lines(starved, usesUnicode: true).last)
    expect(
      Self.squeezed(last), equals: "┗ 10.200 10.000 ▸ \(words); stall 1 is still open at the end")
    expect(!Self.lines(try Self.report()).contains { $0.contains(words) })
  }
}
