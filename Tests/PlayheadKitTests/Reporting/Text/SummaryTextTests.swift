import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite struct `The summary in text` {
  private static func lines(stalls: Int, durations: TextStyle.Durations = .clock) throws
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
    expect(lines[0], equals: "Starts after 2.00 s, then stalls twice for 2.00 s in all.")
    expect(
      lines[3...5],
      equals: [
        "stalls          2, 2.000 s in all, longest 1.000 s",
        "                1 at 3.000 s, 1.000 s into the media, for 1.000 s",
        "                2 at 5.000 s, 2.000 s into the media, for 1.000 s",
      ])
    expect(lines.contains("rebuffer ratio  40.00 % (2.00 s of 5.00 s)"))
    expect(
      lines.contains("downloaded      6.00 kB in 1 request, none wasted, observed 8 kbit/s"))
  }

  @Test func `counts stalls beyond the eighth`() throws {
    // One more takes no more room than to say so.
    for count in [8, 9] {
      let lines = try Self.lines(stalls: count)
      expect(!lines.contains { $0.contains("more") })
      expect(lines.count { $0.contains("into the media") }, equals: count)
    }
    try expect(Self.lines(stalls: 10)[12], equals: "                and 2 more")
    let many = try Self.lines(stalls: 30)
    expect(many[11], equals: "                8 at 17.000 s, 8.000 s into the media, for 1.000 s")
    expect(many[12], equals: "                and 22 more")
  }

  /// The summary of ten frames of a second and 1000 bytes, which play as soon as one is in.
  private static func lines(
    over profile: BandwidthProfile, do actions: [String] = [], waits: Bool = true,
    limit: WallTime? = nil
  ) throws -> [String] {
    var parameters = BufferingPolicy.Parameters()
    parameters.startupThreshold = .seconds(1)
    parameters.resumeThreshold = .seconds(1)
    parameters.automaticallyWaitsToMinimizeStalling = waits
    let report = try SessionReport.played(
      .frames(10, lasting: .seconds(1), of: 1000), over: profile, BufferingPolicy(parameters),
      do: try actions.map { try UserAction(parsing: $0) }, limit: limit)
    let style = TextStyle(width: 200, usesUnicode: false, usesColor: false)
    return SessionText.text(report, style: style, contents: .summary).split(separator: "\n")
      .map(String.init)
  }

  // Over a byte a millisecond it starts after 1 s, and all is in at 10 s.
  @Test(
    arguments: [
      (["2s pause"], "", "2.00 s, then stays paused."),
      (["2s pause", "3s play", "5s pause", "6s pause"], "", "5.00 s, then stays paused."),
      (
        // The target is loaded at 5 s.
        ["2s rate 0", "3s seek 4"], "", "2.00 s, then stays paused."
      ),
      (
        ["2s rate 0", "3s seek 1"], ", with no wait after 1 seek,", "2.00 s, then stays paused."
      ),
    ])
  func `says when playback stopped, not when the last byte came`(
    actions: [String], waits: String, end: String
  ) throws {
    let lines = try Self.lines(over: .byteAMillisecond(), do: actions)
    expect(lines[0], equals: "Starts after 1.00 s, then plays without a stall\(waits) until \(end)")
  }

  @Test(
    arguments: [
      (
        ["20s seek 3"],
        ", with no wait after 1 seek, reaches the end after 11.00 s, "
          + "and is left paused by seek 1."
      ),
      (["2s pause", "2.5s seek 8", "3s play"], ", and waits 6.00 s in all after 1 seek."),
      (["2s seek 8", "3s pause", "20s play"], ", and waits 7.00 s in all after 1 seek."),
    ])
  func `says what a seek led to`(actions: [String], rest: String) throws {
    let lines = try Self.lines(over: .byteAMillisecond(), do: actions)
    expect(lines[0], equals: "Starts after 1.00 s, then plays without a stall\(rest)")
  }

  @Test func `says that playback does not resume after a seek`() throws {
    let profile = try BandwidthProfile.steps([(2000, 1), (0, 0)])
    let dead = try Self.lines(over: profile, do: ["1.5s seek 8"])
    expect(
      dead[0],
      equals: "Starts after 1.00 s, then plays without a stall, "
        + "and does not resume after seek 1: the link is dead.")
    expect(dead.contains("seeks           1, target of seek 1 not loaded at the end"))
    expect(
      dead.contains { $0.hasPrefix("seeking ") && $0.hasSuffix("until the end, still waiting") })
    expect(dead.contains("rebuffer ratio  0.00 % (0.00 s of 0.50 s)"))
    let paused = try Self.lines(over: profile, do: ["1.5s seek 8", "3s pause"])
    expect(paused[0].hasSuffix("after seek 1: the user pauses it and does not play again."))
  }

  @Test func `says why playback never starts`() throws {
    let paused = try Self.lines(over: .byteAMillisecond(), do: ["0.5s pause"])
    expect(paused[0], equals: "Never starts: the user pauses it and does not play again.")
    expect(paused.contains("startup         never: ready to start after 1.000 s, but paused"))
  }

  @Test func `lists actions that the session ended before`() throws {
    let few = try Self.lines(
      over: .byteAMillisecond(), do: ["1h pause", "2h seek 3 keyframe"],
      limit: .seconds(100))
    expect(
      few.last,
      equals: "not performed   2 actions after the end of the session: "
        + "1:00:00 pause, 2:00:00 seek 3 s keyframe")
    let many = try Self.lines(
      over: .byteAMillisecond(), do: (1...5).map { "\($0)h pause" },
      limit: .seconds(100))
    expect(many.last?.hasSuffix("3:00:00 pause, 2 more"), equals: true)
  }

  @Test func `says that a player which does not wait pauses`() throws {
    // Two seconds are in by 2 s and played by 3 s; the rest comes much later.
    let profile = try BandwidthProfile.steps([(2000, 1), (20_000, 0), (0, 1)])
    let left = try Self.lines(over: profile, waits: false)
    expect(
      left[0],
      equals: "Starts after 1.00 s, then stalls once for at least 27.00 s in all, "
        + "and does not resume: the player pauses when it runs empty.")
    expect(
      left.contains(
        "stalls          1, at least 27.000 s, still open at the end; the player pauses"))
    expect(
      left.contains {
        $0.hasPrefix("                1 at 3.000 s, 2.000 s into the media, for at least 27.000 s,")
      })
    expect(
      left.contains("rebuffer ratio  at least 93.10 % (27.00 s of 29.00 s, and the stall is open)"))
    expect(left.last, equals: "ended           after 30.000 s: paused")
    let resumed = try Self.lines(over: profile, do: ["30s play"], waits: false)
    expect(resumed[0], equals: "Starts after 1.00 s, then stalls once for 27.00 s in all.")
    expect(
      resumed.contains("stalls          1, 27.000 s in all, longest 27.000 s; the player pauses"))
  }

  @Test func `says what had elapsed of a stall that is open`() throws {
    let once = try Self.lines(over: .steps([(2000, 1), (0, 0)]))
    // The link is dead before the stall begins, so that nothing of it was watched.
    expect(
      once[0],
      equals: "Starts after 1.00 s, then stalls once, and does not resume: the link is dead.")
    expect(once.contains("stalls          1, still open at the end"))
    // A second is in by 1 s and played by 2 s, the next is in at 4 s and played by 5 s.
    let twice = try Self.lines(over: .steps([(1500, 1), (2000, 0), (1000, 1), (0, 0)]))
    expect(
      twice[0].hasPrefix("Starts after 1.00 s, then stalls twice for at least ")
        && twice[0].hasSuffix(" in all, and does not resume: the link is dead."))
    expect(
      twice.contains {
        $0.hasPrefix("stalls          2, at least ")
          && $0.hasSuffix(" in all, the last still open at the end")
      })
  }

  @Test func `follows the least level until all was loaded, if ever it was`() throws {
    let loaded = try Self.lines(over: .byteAMillisecond())
    expect(loaded.contains { $0.hasPrefix("buffer ") && $0.contains(", minimum while loading ") })
    let starved = try Self.lines(over: .steps([(2000, 1), (0, 0)]))
    expect(starved.contains { $0.hasPrefix("buffer ") && $0.hasSuffix(", minimum 0.000 s") })
  }

  @Test func `has a mean and a most only of several seeks`() throws {
    // All is there when they come.
    let one = try Self.lines(over: .byteAMillisecond(), do: ["10.5s seek 3"])
    expect(one.contains("seeks           1, target loaded after 0.000 s"))
    let two = try Self.lines(over: .byteAMillisecond(), do: ["10.2s seek 3", "10.5s seek 3"])
    expect(
      two.contains("seeks           2, target loaded after 0.000 s on average, at most 0.000 s"))
  }

  @Test func `has durations as in ISO 8601 where these are asked for`() throws {
    let lines = try Self.lines(stalls: 30, durations: .iso8601)
    expect(lines[0], equals: "Starts after PT2.00S, then stalls 30 times for PT30.00S in all.")
    expect(lines.contains("ended           after PT1M3.000S: played to the end"))
    expect(!lines.contains { $0.contains(" s ") || $0.hasSuffix(" s") })
  }
}
