import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite struct `The list of requests` {
  private static func report() throws -> SessionReport {
    var clip = Clip.frames(60, lasting: .seconds(1), of: 100)
    clip.openingReads = [ByteRange(0, 50)]
    clip.bytes = 80_000
    var values = BufferingPolicy.Parameters()
    values.readThrough = 50
    return try clip.report(
      over: .steps([(1000, 1), (1000, 0), (0, 3)], latency: .milliseconds(40)),
      BufferingPolicy(values), do: [try UserAction(parsing: "2s seek 40")])
  }

  private static func lines(_ width: Int) throws -> [String] {
    let style = TextStyle(width: width, usesUnicode: false, usesColor: false)
    let text = SessionText.text(try report(), style: style, contents: .events)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let gap = try #require(lines.firstIndex(of: ""))
    return lines[(gap + 1)...].filter { !$0.isEmpty }
  }

  @Test func `says what became of each`() throws {
    // 40 ms after the first is sent its bytes begin to come, 1 B/ms until 1 s; from 2 s on 3 B/ms.
    try expect(
      Self.lines(1000),
      equals: [
        "request 1  bytes=0-, sent at 0.000 s, first byte at 0.041 s, last byte at 1.000 s, "
          + "960 B received, 120 B wasted, dropped by a seek at 2.000 s",
        "request 2  bytes=4000-, sent at 2.000 s, first byte at 2.040 s, last byte at 2.707 s, "
          + "2.00 kB received, 120 B wasted, dropped with everything loaded at 2.707 s",
      ])
  }

  @Test(arguments: [20, 24, 30, 40, 60, 80]) func `stays within the width`(width: Int) throws {
    let lines = try Self.lines(width)
    for line in lines { expect(line.count <= width, "\(line)") }
    func words(_ lines: [String]) -> [Substring] { lines.flatMap { $0.split(separator: " ") } }
    try expect(words(lines), equals: words(Self.lines(1000)))
  }
}
