import Testing

@testable import PlayheadKit

/// Media of a frame of 1 kB a second, played at a rate at which it takes 1 ms a byte: all by hand.
@Suite struct `Expectations held against sessions` {
  /// Two stalls: from 12 s for 2.5 s, and from 20 s for 1 s.
  private static let stalls = [
    Stall(number: 1, start: .seconds(12), mediaTime: .seconds(9), duration: .milliseconds(2500)),
    Stall(number: 2, start: .seconds(20), mediaTime: .milliseconds(14_500), duration: .seconds(1)),
  ]

  /// A session whose figures are all known.
  private static func summary(stalls: [Stall] = stalls) throws -> SessionSummary {
    var summary = SessionSummary(
      try Clip.frames(2, lasting: .seconds(1), of: 100)
        .play(over: .byteAMillisecond(), BufferingPolicy()))
    summary.startup = .seconds(3)
    summary.stallCount = stalls.count
    summary.stalled = stalls.reduce(.zero) { $0 + ($1.duration ?? .zero) }
    summary.longestStall = stalls.compactMap(\.duration).max()
    summary.rebufferRatio = Ratio(millionths: 20_000)
    summary.rebufferRatioWatch = Ratio(millionths: 15_000)
    summary.stallsPerMinute = Ratio(millionths: 500_000)
    summary.bytesDownloaded = 10_000_000
    summary.observedRate = BitRate(bitsPerSecond: 1_000_000)
    return summary
  }

  private func result(
    _ text: String, _ summary: SessionSummary, _ stalls: [Stall] = stalls
  ) throws -> ExpectationResult {
    try SessionExpectation(parsing: text).result(summary, stalls: stalls)
  }

  @Test(
    "compare exactly, on both sides of each bound",
    arguments: [
      ("startup <= 3s", true), ("startup <= 2999999999ns", false), ("startup < 3s", false),
      ("startup < 3000000001ns", true), ("startup >= 3s", true), ("startup > 3s", false),
      ("startup >= 3000000001ns", false), ("startup == 3s", true), ("startup != 3s", false),
      ("startup != 3000000001ns", true), ("startup == 0:03", true),
      ("stallCount <= 2", true), ("stallCount <= 1", false), ("stallCount < 3", true),
      ("stallCount < 2", false), ("stallCount == 2", true), ("stallCount != 2", false),
      ("rebufferRatio <= 2%", true), ("rebufferRatio < 2%", false),
      ("rebufferRatio < 2.0001%", true), ("rebufferRatio <= 0.019999", false),
      ("stallsPerMinute <= 0.5", true), ("stallsPerMinute < 0.5", false),
      ("stallsPerMinute < 0.500001", true),
      ("bytesDownloaded <= 10MB", true), ("bytesDownloaded <= 9999999", false),
      ("observed >= 1Mbps", true), ("observed >= 1000001", false),
      ("longestStall <= 2.5s", true), ("longestStall < 2.5s", false),
      ("stallSeconds <= 3.5s", true), ("stallSeconds < 3.5s", false),
      ("endReason == ended", true), ("endReason != ended", false), ("endReason != limit", true),
      ("no stall", false), ("no stall before 12s", true),
      ("no stall before 12000000001ns", false), ("no stall before 0s", true),
      ("every stall <= 2.5s", true), ("every stall < 2.5s", false),
      ("every stall <= 2499999999ns", false), ("every stall < 2500000001ns", true),
    ])
  func boundaries(text: String, holds: Bool) throws {
    let result = try result(text, Self.summary())
    #expect(result.holds == holds)
    #expect(result.verdict == (holds ? .passed : .failed))
    #expect(!holds || result.stalls.isEmpty)
  }

  @Test(
    "name the stalls that are against them",
    arguments: [
      ("stallCount <= 1", [1, 2]), ("no stall", [1, 2]), ("no stall before 13s", [1]),
      ("no stall before 20s", [1]), ("no stall before 21s", [1, 2]),
      ("every stall <= 2s", [1]), ("every stall < 1s", [1, 2]), ("longestStall <= 2s", [1]),
      ("longestStall <= 1s", [1]), ("longestStall < 1s", [1, 2]), ("stallSeconds <= 3s", [1, 2]),
      ("rebufferRatio < 1%", [1, 2]), ("startup <= 1s", []),
      ("bytesDownloaded <= 1MB", []), ("longestStall > 3s", [1, 2]),
    ])
  func offendingStalls(text: String, numbers: [Int]) throws {
    let result = try result(text, Self.summary())
    #expect(!result.holds)
    #expect(result.stalls.map(\.number) == numbers)
  }

  @Test(
    "fail where there is no value, whatever the comparison",
    arguments: [
      SessionMetric.startupSeconds, .rebufferRatio, .rebufferRatioWatch, .stallsPerMinute,
      .meanBufferSeconds, .minimumBufferSeconds, .observedBitsPerSecond,
    ])
  func missingValues(metric: SessionMetric) throws {
    var summary = try Self.summary(stalls: [])
    summary.startup = nil
    summary.rebufferRatio = nil
    summary.rebufferRatioWatch = nil
    summary.stallsPerMinute = nil
    summary.meanBuffer = nil
    summary.minimumBuffer = nil
    summary.observedRate = nil
    #expect(summary[metric] == nil)
    let bound: MetricValue =
      switch metric.kind {
      case .time: .time(.seconds(1))
      case .rate: .rate(BitRate(bitsPerSecond: 1))
      default: .ratio(Ratio(millionths: 1))
      }
    for comparison in Comparison.allCases {
      let result = SessionExpectation(.metric(metric, comparison, bound)).result(
        summary, stalls: [])
      #expect(!result.holds && result.actual == .none && result.actualText == "none")
    }
  }

  @Test("take the longest stall of none for no time at all")
  func noStalls() throws {
    let summary = try Self.summary(stalls: [])
    for text in ["longestStall <= 1s", "longestStall == 0s", "no stall", "every stall < 1ns"] {
      #expect(try result(text, summary, []).holds)
    }
    #expect(try !result("longestStall > 0s", summary, []).holds)
    #expect(try result("no stall", summary, []).actualText == "no stall")
  }

  @Test(
    "take a stall that never ends for longer than anything",
    arguments: ["stallSeconds", "longestStall", "rebufferRatio", "rebufferRatioWatch"])
  func endlessStall(metric: String) throws {
    let endless = [
      Self.stalls[0],
      Stall(number: 2, start: .seconds(20), mediaTime: .seconds(14), duration: nil),
    ]
    var summary = try Self.summary(stalls: endless)
    summary.endReason = .starved
    let bound = metric.hasPrefix("rebuffer") ? "100%" : "1h"
    for (comparison, holds) in [
      (">=", true), (">", true), ("!=", true), ("<", false), ("<=", false), ("==", false),
    ] {
      let result = try result("\(metric) \(comparison) \(bound)", summary, endless)
      #expect(result.holds == holds)
      #expect(result.actualText == "a stall never ends")
    }
    // How many there are is known all the same.
    #expect(try result("stallCount <= 2", summary, endless).holds)
  }

  @Test("of every stall fail where the session was given up in the middle of one")
  func cutOffStall() throws {
    var summary = try Self.summary()
    // The second begins at 20 s and lasts 1 s.
    summary.elapsed = .seconds(21)
    #expect(try result("every stall <= 3s", summary).holds)
    summary.endReason = .limit
    let cutOff = try result("every stall <= 3s", summary)
    #expect(!cutOff.holds && cutOff.stalls.map(\.number) == [2])
    #expect(cutOff.actualText == "the longest lasts 2.5s, and the limit cuts the last one off")
    summary.elapsed = MediaTime(nanoseconds: 21_000_000_001)
    #expect(try result("every stall <= 3s", summary).holds)
  }

  @Test("take seek latencies of no seeks for no time, of unfinished ones for none")
  func seeks() throws {
    var summary = try Self.summary()
    #expect(summary.seekCount == 0)
    #expect(try result("longestSeekLatency <= 1s", summary).holds)
    #expect(try result("meanSeekLatency <= 1s", summary).holds)
    summary.seekCount = 1
    #expect(try !result("longestSeekLatency <= 1s", summary).holds)
    #expect(try !result("meanSeekLatency <= 1s", summary).holds)
  }

  @Test("take a buffer that was all loaded before the start for large enough")
  func unlimitedBuffer() throws {
    var summary = try Self.summary()
    summary.meanBuffer = .seconds(5)
    summary.minimumBuffer = nil
    for (comparison, holds) in [
      (">=", true), (">", true), ("!=", true), ("<", false), ("<=", false), ("==", false),
    ] {
      let result = try result("minimumBuffer \(comparison) 1h", summary)
      #expect(result.holds == holds)
      #expect(result.actualText == "all loaded before the start")
    }
  }

  @Test("of stalls fail where playback never began")
  func neverStarted() throws {
    var summary = try Self.summary(stalls: [])
    summary.startup = nil
    for text in ["no stall", "no stall before 1s", "every stall <= 1s"] {
      let result = try result(text, summary, [])
      #expect(!result.holds && result.actual == .neverStarted)
    }
    #expect(try result("stallCount == 0", summary, []).holds)
  }

  @Test("hold no stall that never ends for short enough")
  func endlessStall() throws {
    var stalls = Self.stalls
    stalls[1].duration = nil
    let result = try result("every stall <= 24h", Self.summary(), stalls)
    #expect(!result.holds && result.stalls == [stalls[1]])
    #expect(result.actualText == "one never ends")
  }

  @Test("mean what their level says")
  func levels() throws {
    let summary = try Self.summary()
    for (level, failing, passing) in [
      (
        SessionExpectation.Level.error, ExpectationResult.Verdict.failed,
        ExpectationResult.Verdict.passed
      ),
      (.warn, .warned, .passed), (.off, .off, .off),
    ] {
      func verdict(_ text: String) throws -> ExpectationResult.Verdict {
        try SessionExpectation(parsing: text, level: level).result(summary, stalls: Self.stalls)
          .verdict
      }
      #expect(try verdict("no stall") == failing)
      #expect(try verdict("startup <= 3s") == passing)
    }
  }
}
