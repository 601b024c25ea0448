import PlayheadKit
import Testing

@Suite struct `The options of a session` {
  // There is a row at zero, one after each interval, and one at an end that is off the grid.
  @Test(
    arguments: [
      (1_000_000, 999_999_000_000, false), (1_000_000, 999_999_000_001, true),
      (1_000_000, 1_000_000_000_000, true), (1_000_000, 999_998_000_001, false),
      (500_000_000, 499_999_500_000_000, false), (500_000_000, 499_999_500_000_001, true),
      (1_000_000, 0, false),
    ] as [(Int64, Int64, Bool)])
  func `know when a timeline could have more than a million rows`(
    tick: Int64, limit: Int64, isTooMany: Bool
  ) {
    let options = SessionOptions(
      tickInterval: MediaTime(nanoseconds: tick), limit: MediaTime(nanoseconds: limit))
    #expect(options.hasTooManyRows(for: .seconds(1)) == isTooMany)
  }

  @Test func `look at the default limit where none is set`() {
    // 10 · 39.9999 s + 600 s = 999.999 s, in rows of a millisecond.
    let options = SessionOptions(tickInterval: .milliseconds(1))
    let longest = MediaTime(nanoseconds: 39_999_900_000)
    #expect(!options.hasTooManyRows(for: longest))
    #expect(options.hasTooManyRows(for: longest + .resolution))
    #expect(!SessionOptions(tickInterval: nil).hasTooManyRows(for: .bound))
  }
}
