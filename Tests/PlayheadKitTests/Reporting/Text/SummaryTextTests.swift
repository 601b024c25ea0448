import Testing

@testable import PlayheadKit

@Suite struct `The summary in text` {
  private static func lines(stalls: Int, durations: TextStyle.Durations = .seconds) throws
    -> [String]
  {
    // Each second of media takes 2 s to come, and is played in one as soon as it is there.
    let policy = try BufferingPolicy(
      startupThreshold: .seconds(1), resumeThreshold: .seconds(1), highWatermark: nil)
    let report = try SessionReport.played(
      .frames(stalls + 1, lasting: .seconds(1), of: 2000), over: .byteAMillisecond(), policy)
    let style = TextStyle(width: 80, usesUnicode: false, usesColor: false, durations: durations)
    return SessionText.text(report, style: style, contents: .summary).split(separator: "\n")
      .map(String.init)
  }

  @Test func `tells of each stall when, where and how long it was`() throws {
    let lines = try Self.lines(stalls: 2)
    #expect(lines[0] == "Starts after 2.00 s, then stalls twice for 2.00 s in all.")
    #expect(
      lines[2...4] == [
        "stalls          2, 2.000 s in all, longest 1.000 s",
        "                1 at 3.000 s, 1.000 s into the media, for 1.000 s",
        "                2 at 5.000 s, 2.000 s into the media, for 1.000 s",
      ])
    #expect(lines.contains("rebuffer ratio  40.00 % of 5.00 s stalled and playing"))
    #expect(
      lines.contains("downloaded      6.00 kB in 1 request, none wasted, observed 8 kbit/s"))
  }

  @Test func `counts stalls beyond the eighth`() throws {
    let lines = try Self.lines(stalls: 8)
    #expect(!lines.contains { $0.contains("more") })
    let many = try Self.lines(stalls: 30)
    #expect(many[10] == "                8 at 17.000 s, 8.000 s into the media, for 1.000 s")
    #expect(many[11] == "                and 22 more")
  }

  @Test func `has durations as in ISO 8601 where these are asked for`() throws {
    let lines = try Self.lines(stalls: 30, durations: .iso8601)
    #expect(lines[0] == "Starts after PT2.00S, then stalls 30 times for PT30.00S in all.")
    #expect(lines.contains("ended           after PT1M3.000S: played to the end"))
    #expect(!lines.contains { $0.contains(" s ") || $0.hasSuffix(" s") })
  }
}
