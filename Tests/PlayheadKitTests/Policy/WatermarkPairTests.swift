import Expectations
import PlayheadKit
import Testing

@Suite struct `Watermarks that people write` {
  @Test(
    arguments: [
      ("30", 30_000, nil), ("30s:25s", 30_000, 25_000), ("4 s:2 s", 4000, 2000),
      ("30:5", 30_000, 5000), ("1s:0", 1000, 0), ("PT4S:PT2S", 4000, 2000),
      // A low watermark cannot be above the high one, so these are clock times.
      ("1:30", 90_000, nil), ("0:30", 30_000, nil), ("10:11", 611_000, nil),
      // As clock times are printed.
      ("10:05", 605_000, nil), ("30:25.500", 1_825_500, nil), ("1:02.500", 62_500, nil),
      ("1:00:00", 3_600_000, nil), ("2:00:30", 7_230_000, nil),
      // Both at once.
      ("1:30:60s", 90_000, 60_000), ("1:30:1:25", 90_000, 85_000), ("90s:1:25", 90_000, 85_000),
      // Out of order, for the policy to refuse.
      ("10s:11s", 10_000, 11_000),
    ] as [(String, Int64, Int64?)])
  func `are one or two durations, of which a clock time is one`(
    text: String, high: Int64, low: Int64?
  ) throws {
    let pair = try WatermarkPair(parsing: text)
    expect(pair.high, equals: .milliseconds(high))
    expect(pair.low, equals: low.map(MediaTime.milliseconds))
  }

  @Test(
    arguments: [
      ("30:25", "this could be a clock time or HIGH:LOW", "write 30m25s or 30s:25s"),
      ("10:10", "this could be a clock time or HIGH:LOW", "write 10m10s or 10s:10s"),
      ("1:2:3:4", "a clock time has at most hours, minutes and seconds", nil),
      ("4x:2s", "“x” is not a unit of time", "the units are h, min, s, ms, us and ns"),
      ("", "missing duration", "write 90, 1:30 or 1m30s"),
    ] as [(String, String, String?)])
  func `are refused where they could be a clock time or none`(
    text: String, problem: String, hint: String?
  ) throws {
    let error = try #require(throws: GrammarError.self) { try WatermarkPair(parsing: text) }
    expect(error.problem == problem && error.hint == hint)
  }
}
