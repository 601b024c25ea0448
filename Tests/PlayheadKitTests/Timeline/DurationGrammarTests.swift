import Expectations
import PlayheadKit
import Testing

@Suite struct `Durations that people write` {
  private static let hour: Int64 = 3_600_000_000_000
  private static let minute: Int64 = 60_000_000_000
  private static let second: Int64 = 1_000_000_000

  @Test(
    arguments: [
      // Bare seconds.
      ("0", 0),
      ("90", 90 * second),
      ("007", 7 * second),
      ("1.5", 1_500_000_000),
      (".5", 500_000_000),
      ("0.000000001", 1),
      ("0.1", 100_000_000),
      // Finer than a nanosecond: nearest, halves away from zero.
      ("0.0000000004", 0),
      ("0.00000000049999999999999999999999999999999999999999", 0),
      ("0.0000000005", 1),
      ("0.0000000014999999999999999999999999999999999999999999", 1),
      ("0.0000000015", 2),
      ("0.9999999995", second),
      // The bound, 2⁶⁰ ns, and what rounds to it.
      ("1152921504.606846976", 1 << 60),
      ("1152921504.6068469764", 1 << 60),
      ("1152921504606846976ns", 1 << 60),
      // Clock times.
      ("1:30", 90 * second),
      ("01:30", 90 * second),
      ("00:00", 0),
      ("0:59", 59 * second),
      ("59:59", 59 * minute + 59 * second),
      ("90:00", 90 * minute),
      ("1:02:03", hour + 2 * minute + 3 * second),
      ("100:00:00", 100 * hour),
      ("01:02:03.25", hour + 2 * minute + 3_250_000_000),
      ("0:00.0000000005", 1),
      // Units.
      ("1h2m3s", hour + 2 * minute + 3 * second),
      ("1.5s", 1_500_000_000),
      (".5s", 500_000_000),
      ("200ms", 200_000_000),
      ("500us", 500_000),
      ("500µs", 500_000),
      ("500\u{3BC}s", 500_000),
      ("7ns", 7),
      ("1h30m", 90 * minute),
      ("1h5ms", hour + 5_000_000),
      ("1m1.5ms", minute + 1_500_000),
      ("0h0m0s", 0),
      ("90m", 90 * minute),
      ("90min", 90 * minute),
      ("1h2min3s", hour + 2 * minute + 3 * second),
      // One space before the unit, of any kind that is printed.
      ("2 s", 2 * second),
      ("1.5 h", 90 * minute),
      ("50\u{A0}ms", 50_000_000),
      ("50\u{2009}ms", 50_000_000),
      ("50\u{202F}ms", 50_000_000),
      ("0.1h", 6 * minute),
      ("0.5ns", 1),
      ("0.4ns", 0),
      // A third of an hour has no last digit, however many are written.
      ("0.33333333333333333333333333333333333333333333333333h", 1_200 * second),
      // ISO 8601.
      ("PT1H2M3.5S", hour + 2 * minute + 3_500_000_000),
      ("PT1H2M3,5S", hour + 2 * minute + 3_500_000_000),
      ("PT90S", 90 * second),
      ("PT5M", 5 * minute),
      ("PT0S", 0),
      ("PT36H", 36 * hour),
      ("PT0,5H", 30 * minute),
      ("P1D", 24 * hour),
      ("P0.5D", 12 * hour),
      ("P1DT1S", 24 * hour + second),
      ("P2W", 14 * 24 * hour),
      ("P0.5W", 84 * hour),
    ] as [(String, Int64)])
  func `are read to the nanosecond`(text: String, nanoseconds: Int64) throws {
    try expect(MediaTime(parsing: text).nanoseconds, equals: nanoseconds)
  }

  @Test(
    arguments: [
      ("", "missing duration", "write 90, 1:30 or 1m30s"),
      ("abc", "“abc” is not a duration", "write 90, 1:30 or 1m30s"),
      (".", "“.” is not a duration", "write 90, 1:30 or 1m30s"),
      ("-1", "a duration cannot be negative", nil),
      ("-0", "a duration cannot be negative", nil),
      ("−5s", "a duration cannot be negative", nil),
      ("-PT5S", "a duration cannot be negative", nil),
      ("+5s", "a duration has no sign", "write 5s"),
      ("NaN", "this is not a number", nil),
      ("inf", "this is not a number", nil),
      ("1e3", "exponents are not read", "write the number out"),
      ("1E-9s", "exponents are not read", "write the number out"),
      ("1h 30m", "a space can only precede a single unit", "write 1h30m"),
      ("1 h 30 m", "a space can only precede a single unit", "write 1h30m"),
      ("5  s", "a space can only precede a single unit", "write 5s"),
      ("5\ts", "a space can only precede a single unit", "write 5s"),
      ("5 ", "a space can only precede a single unit", "write 5"),
      (" 5", "a space can only precede a single unit", "write 5"),
      ("5\n", "a space can only precede a single unit", "write 5"),
      ("5 sec", "“sec” is not a unit of time here", "write 5s"),
      ("1,5", "a fraction is written with a point", "write 1.5"),
      ("1,5s", "a fraction is written with a point", "write 1.5s"),
      ("٣s", "“٣s” is not a duration", "write 90, 1:30 or 1m30s"),
      // The bound.
      (
        "1152921504.606846977", "the longest duration is 1152921504.606846976 s, about 36.5 years",
        nil
      ),
      (
        "1152921504.6068469765",
        "the longest duration is 1152921504.606846976 s, about 36.5 years", nil
      ),
      (
        "320255h58m24.606846977s",
        "the longest duration is 1152921504.606846976 s, about 36.5 years", nil
      ),
      (
        "99999999999999999999999999999999999999999999",
        "the longest duration is 1152921504.606846976 s, about 36.5 years", nil
      ),
      // Clock times.
      ("1:5", "seconds after a colon are two digits", "write 1:05"),
      ("1:5.5", "seconds after a colon are two digits", "write 1:05.5"),
      ("1:2:03", "minutes after a colon are two digits", "write 1:02:03"),
      ("1:005", "seconds after a colon are two digits", nil),
      ("1:60", "“60” seconds exceed 59", nil),
      ("1:60:00", "“60” minutes exceed 59", nil),
      ("1:2:3:4", "a clock time has at most hours, minutes and seconds", nil),
      (":30", "“” is not a number of minutes", nil),
      ("1:", "“” is not a number of seconds", nil),
      ("1:30s", "“30s” is not a number of seconds", nil),
      ("1:-5", "“-5” is not a number of seconds", nil),
      ("1.5:00", "only the last part of a duration can have a fraction", nil),
      // Units.
      ("1h30", "“30” has no unit", "write 1h30m"),
      ("1s500", "“500” has no unit", "write 1s500ms"),
      ("5ns1", "“1” is not a number with a unit", nil),
      ("1m1h", "“1h” has to come before the units smaller than it", nil),
      ("1s1s", "“1s” has to come before the units smaller than it", nil),
      ("1.5h30m", "only the last part of a duration can have a fraction", nil),
      ("5sec", "“sec” is not a unit of time here", "write 5s"),
      ("1.5Min", "“Min” is not a unit of time here", "write 1.5min"),
      ("5S", "“S” is not a unit of time here", "write 5s"),
      ("2d", "days have no unit here", "write hours, or P2D"),
      ("5x", "“x” is not a unit of time", "the units are h, min, s, ms, us and ns"),
      ("5-3", "“-” is not a unit of time", "the units are h, min, s, ms, us and ns"),
      // ISO 8601.
      ("P", "nothing follows the P", "write PT90S or P1D"),
      ("PT", "nothing follows the T", nil),
      ("P1DT", "nothing follows the T", nil),
      ("PT5", "“5” has no unit", "write PT5S"),
      ("P5", "“5” has no unit", "write P5D"),
      ("P1Y", "years have no fixed length", "write days"),
      ("P3M", "months have no fixed length", "write days, or PT3M if these are minutes"),
      ("P1W2D", "weeks stand alone", "write days"),
      ("P1DT1D", "“1D” has to come before the units smaller than it", nil),
      ("P1D1W", "“1W” has to come before the units smaller than it", nil),
      ("PT1S1M", "“1M” has to come before the units smaller than it", nil),
      ("P5S", "“5S” has to come after a T", nil),
      ("PT1.5H30M", "only the last part of a duration can have a fraction", nil),
      ("PTS", "“S” does not start with a number", nil),
      ("PT.5S", "“.5S” does not start with a number", nil),
      ("PT-5S", "“-5S” does not start with a number", nil),
      ("PT5s", "“s” is not a unit of ISO 8601 durations", nil),
      ("pt5s", "ISO 8601 durations are in capitals", "write PT5S"),
      ("PTT5S", "“T5S” does not start with a number", nil),
    ] as [(String, String, String?)])
  func `are refused with a reason and, where there is one, a remedy`(
    text: String, problem: String, hint: String?
  ) {
    #expect(throws: GrammarError(text: text, problem: problem, hint: hint)) {
      try MediaTime(parsing: text)
    }
  }

  @Test func `have their refusal told in a line`() {
    let error = GrammarError(text: "1:5", problem: "too short", hint: "write 1:05")
    expect(error.description, equals: "“1:5”: too short; write 1:05")
    expect(GrammarError(text: "x", problem: "odd").description, equals: "“x”: odd")
  }
}
