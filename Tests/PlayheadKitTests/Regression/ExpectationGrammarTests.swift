import Expectations
import PlayheadKit
import Testing

@Suite struct `Expectations as people write them` {
  @Test(arguments: [
    ("startup <= 2.5s", "startup <= 2.5s"),
    ("startupSeconds<=2.5", "startup <= 2.5s"),
    ("  startup   <=   1:30 ", "startup <= 1:30"),
    ("startup < PT1S", "startup < 1s"),
    ("elapsed > 1m30s", "elapsed > 1:30"),
    ("stallCount == 0", "stallCount == 0"),
    ("requestCount!=3", "requestCount != 3"),
    ("rebufferRatio < 2%", "rebufferRatio < 2%"),
    ("rebufferRatio < 0.02", "rebufferRatio < 2%"),
    ("rebufferRatio < 2 %", "rebufferRatio < 2%"),
    ("rebufferRatioWatch >= 0.000001", "rebufferRatioWatch >= 0.0001%"),
    ("rebufferRatio <= 1", "rebufferRatio <= 100%"),
    ("stallsPerMinute < 0.5", "stallsPerMinute < 0.5"),
    ("stallsPerMinute < 12", "stallsPerMinute < 12"),
    ("bytesDownloaded <= 10MB", "bytesDownloaded <= 10MB"),
    ("bytesWasted <= 64 KiB", "bytesWasted <= 64KiB"),
    ("bytesWasted <= 1234567", "bytesWasted <= 1234567B"),
    ("observed >= 1Mbps", "observed >= 1Mbit/s"),
    ("observedBitsPerSecond >= 100kB/s", "observed >= 800kbit/s"),
    ("endReason == ended", "endReason == ended"),
    ("endReason!=starved", "endReason != starved"),
    ("no stall", "no stall"),
    ("no  stall  before  0:30", "no stall before 30s"),
    ("no  freeze", "frozenCount == 0"), ("frozenSeconds <= 1.5s", "frozenSeconds <= 1.5s"),
    ("silentSeconds < 0.5", "silentSeconds < 0.5s"),
    ("every stall <= 1s", "every stall <= 1s"),
    ("every stall<500ms", "every stall < 0.5s"),
    // As they are printed, with a space before the unit.
    ("startup <= 2 s", "startup <= 2s"),
    ("elapsed <= 1:02.500", "elapsed <= 1:02.5"),
    ("rebufferRatio < 6.14\u{202F}%", "rebufferRatio < 6.14%"),
    ("no stall before 30 s", "no stall before 30s"),
    ("every stall <= 1.5 s", "every stall <= 1.5s"),
    ("observed >= 1.5 Mbit/s", "observed >= 1.5Mbit/s"),
    // A bare number where the name carries the unit, or only seconds are plausible.
    ("observedBitsPerSecond >= 800000", "observed >= 800kbit/s"),
    ("stallSeconds <= 3", "stallSeconds <= 3s"),
    ("elapsed <= 60", "elapsed <= 1:00"),
    ("minimumBuffer >= 1", "minimumBuffer >= 1s"),
    ("startup <= 0", "startup <= 0s"),
    ("observed > 0", "observed > 0bit/s"),
  ])
  func `have one form that they come to`(text: String, form: String) throws {
    let expectation = try SessionExpectation(parsing: text, level: .warn)
    expect(expectation.text, equals: form)
    expect(expectation.level, equals: .warn)
    try expect(SessionExpectation(parsing: form, level: .warn), equals: expectation)
  }

  /// A bound of each kind, small and large.
  private static func bounds(_ kind: SessionMetric.Kind) -> [MetricValue] {
    switch kind {
    case .wallTime: [.wallTime(.zero), .wallTime(.resolution), .wallTime(.bound)]
    case .mediaTime: [.mediaTime(.zero), .mediaTime(.resolution), .mediaTime(.bound)]
    case .count: [.count(0), .count(1_000_000_000)]
    case .share: [0, 1, 999_999, 1_000_000].map { .ratio(Ratio(millionths: $0)) }
    case .frequency: [0, 1, 1_000_000_000_000].map { .ratio(Ratio(millionths: $0)) }
    case .score:
      [0, 1, -1, 1_000_000_000_000_000, -1_000_000_000_000_000]
        .map { .ratio(Ratio(millionths: $0)) }
    case .bytes: [.bytes(0), .bytes(1 << 20), .bytes(1_000_000_000_000_000)]
    case .rate: [.rate(.zero), .rate(BitRate(bitsPerSecond: 1)), .rate(.bound)]
    case .word: Session.EndReason.allCases.map { .word($0.rawValue) }
    case .flag: [.flag(true), .flag(false)]
    }
  }

  @Test(arguments: SessionMetric.allCases + SessionMetric.ofAdaptation + SessionMetric.ofOptimum)
  func `are read back as what they are, whatever the metric`(metric: SessionMetric) throws {
    for bound in Self.bounds(metric.kind) {
      for comparison in ComparisonOperator.allCases {
        if !metric.kind.isOrdered, comparison != .equal, comparison != .notEqual { continue }
        let expectation = SessionExpectation(.metric(metric, comparison, bound))
        try expect(SessionExpectation(parsing: expectation.text), equals: expectation)
      }
    }
  }

  @Test(arguments: [
    ("stallCount <= 0 in 95%", "stallCount <= 0 in 95%"),
    ("no stall   in 99.5 %", "no stall in 99.5%"),
    ("every stall < 1s in 100%", "every stall < 1s in 100%"),
    ("startup<=2.5s in 90%", "startup <= 2.5s in 90%"),
  ])
  func `of many runs have a share behind them`(text: String, canonical: String) throws {
    let expectation = try SessionExpectation(parsing: text)
    expect(expectation.condition.needsSpread && expectation.text == canonical)
    try expect(SessionExpectation(parsing: canonical), equals: expectation)
  }

  @Test(arguments: [
    ("stallCount <= 0 in", "missing share of runs after “in”; write “stallCount <= 0 in 95%”"),
    ("stallCount <= 0 in 0%", "“0%”: the share of runs must be above 0%"),
    ("stallCount <= 0 in 101%", nil), ("stallCount <= 0 in most", nil),
    ("in 95%", nil),
  ])
  func `of no share of runs are refused`(text: String, problem: String?) throws {
    do {
      _ = try SessionExpectation(parsing: text)
      Issue.record("read")
    } catch {
      if let problem {
        expect(error.problem + (error.hint.map { "; \($0)" } ?? ""), equals: problem)
      }
    }
  }

  @Test(arguments: [
    ("", "missing expectation; write “stallCount <= 1” or “no stall”"),
    ("stalCount <= 1", "unknown metric “stalCount”; did you mean stallCount?"),
    (
      "startup",
      "missing comparison after startup; write “startup <= 2.5s”"
    ),
    (
      "startup at most 2s",
      "expected a comparison after startup, found “at most 2s”; write “startup <= 2.5s”"
    ),
    ("startup = 2s", "invalid comparison “=”; write =="),
    ("startup =< 2s", "invalid comparison “=<”; write <="),
    ("startup ≤ 2s", "invalid comparison “≤”; write <="),
    ("startup ≥ 2s", "invalid comparison “≥”; write >="),
    ("startup ~ 2s", "invalid comparison “~”; the comparisons are <, <=, ==, !=, >= and >"),
    ("startup <=", "missing value after <=; write “startup <= 2.5s”"),
    (
      "startup <= 10MB",
      "“10MB”: expected a duration for startup, found a number of bytes; write “startup <= 2.5s”"
    ),
    (
      "startup <= 2%",
      "“2%”: expected a duration for startup, found a share, a percentage or a decimal from 0 to "
        + "1; "
        + "write “startup <= 2.5s”"
    ),
    (
      "stallCount <= 2s",
      "“2s”: expected a whole number for stallCount, found a duration; write “stallCount <= 1”"
    ),
    ("stallCount <= 1.5", "“1.5”: expected a whole number up to 1000000000; write 1"),
    ("stallCount <= -1", "“-1”: invalid whole number; write 1"),
    (
      "stallCount <= 1000000001",
      "“1000000001”: expected a whole number up to 1000000000; write 1"
    ),
    (
      "observed >= 2s",
      "“2s”: expected a rate for observed, found a duration; write “observed >= 1.5Mbit/s”"
    ),
    (
      "bytesWasted <= 10M",
      "“10M”: “M” could be millions or 1024² of bytes; write 10MB or 10MiB"
    ),
    ("rebufferRatio < 2", "“2”: a share cannot exceed 1; write 2% if it is a percentage"),
    ("rebufferRatio < 101%", "“101%”: this is more than 100 %"),
    ("<= 3", "missing metric before the comparison; write “stallCount <= 3”"),
    ("startup <= 0.0000000011s", "“0.0000000011s”: the resolution is a nanosecond"),
    ("startup <= 0.00000000001min", "“0.00000000001min”: the resolution is a nanosecond"),
    ("startup <= 0:01.0000000001", "“0:01.0000000001”: the resolution is a nanosecond"),
    ("startup <= PT0.0000000015S", "“PT0.0000000015S”: the resolution is a nanosecond"),
    (
      "startup <= 500",
      "“500”: a number without a unit could be milliseconds or seconds; write 500ms or 500s"
    ),
    ("startup <= 5m", "“5m”: “m” could be milliseconds or minutes; write 5ms or 5min"),
    (
      "longestStall < 2",
      "“2”: a number without a unit could be milliseconds or seconds; write 2ms or 2s"
    ),
    (
      "meanSeekLatency < 2",
      "“2”: a number without a unit could be milliseconds or seconds; write 2ms or 2s"
    ),
    (
      "every stall <= 1",
      "“1”: a number without a unit could be milliseconds or seconds; write 1ms or 1s"
    ),
    ("observed >= 800", "“800”: a rate needs a unit; write 800k for 800 kbit/s, or 800bps"),
    ("every stall <= 1.5ns", "“1.5ns”: the resolution is a nanosecond"),
    ("no stall before 1.5ns", "“1.5ns”: the resolution is a nanosecond"),
    ("bytesDownloaded <= 1.5", "“1.5”: the resolution is a byte"),
    ("bytesDownloaded <= 0.0005kB", "“0.0005kB”: the resolution is a byte"),
    ("observed >= 799999.6bit/s", "“799999.6bit/s”: the resolution is a bit per second"),
    ("rebufferRatio < 0.0000001", "“0.0000001”: too many decimals; the resolution is 0.000001"),
    ("stallsPerMinute < often", "“often”: invalid number of times per minute; write 0.5"),
    ("endReason == endet", "“endet”: unknown end reason; did you mean ended?"),
    (
      "endReason <= ended",
      "endReason is a word, which only == and != can compare; write “endReason == ended”"
    ),
    (
      "endReason == 5s",
      "“5s”: expected a word for endReason, found a duration; write “endReason == ended”"
    ),
    ("no stalls", "expected “stall” or “freeze” after “no”; write “no stall” or “no freeze”"),
    (
      "no stall after 3s",
      "expected “before” after “no stall”, found “after”; write “no stall” or “no stall before 30s”"
    ),
    ("no stall before", "missing duration; write “no stall before 30s”"),
    (
      "no stall before 3s or so",
      "“3s or so”: a space can only precede a single unit"
    ),
    ("every <= 1s", "expected “stall” after “every”; write “every stall <= 1s”"),
    (
      "every stall >= 1s",
      "“every stall” requires an upper bound, < or <=; write “every stall <= 1s”"
    ),
    (
      "every stall <= 1MB",
      "“1MB”: “MB” is not a unit of time; the units are h, min, s, ms, us and ns"
    ),
  ])
  func `are refused with what to write instead`(text: String, explanation: String) throws {
    let error = try #require(throws: GrammarError.self) { try SessionExpectation(parsing: text) }
    expect(error.text, equals: text)
    expect(error.problem + (error.hint.map { "; \($0)" } ?? ""), equals: explanation)
  }

  @Test func `are refused in few words if they are long nonsense`() throws {
    for text in [
      String(repeating: "x", count: 100_000), String(repeating: "<", count: 100_000),
      "startup <= " + String(repeating: "9", count: 100_000),
      "no stall " + String(repeating: "y", count: 100_000),
      String(repeating: "startup <= ", count: 10_000),
    ] {
      let error = try #require(throws: GrammarError.self) { try SessionExpectation(parsing: text) }
      expect(error.problem.count < 300 && error.hint?.count ?? 0 < 500)
    }
  }
}
