import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadModel
@testable import PlayheadReporting

@Suite struct `A session compared with another one` {
  /// Four frames of a second, each of so many bytes, a byte a millisecond: a frame of 1000 bytes
  /// takes the second that it plays.
  private static func session(
    frameBytes: Int64, startingAt startup: Int64 = 1, over profile: BandwidthProfile? = nil
  ) throws -> ComparedSession {
    ComparedSession(
      try Clip.frames(4, lasting: .seconds(1), of: frameBytes).report(
        over: profile ?? .byteAMillisecond(), .starting(at: startup)))
  }

  @Test func `differs by what can be worked out on paper`() throws {
    let comparison = SessionComparison(
      try Self.session(frameBytes: 500), with: try Self.session(frameBytes: 1000))
    // A starts after 1 s and is loaded just in time, B after 0.5 s and is always half a frame
    // ahead.
    let expected: [(SessionMetric, MetricValue, MetricValue, MetricChange.Verdict)] = [
      (
        .startupSeconds, .wallTime(.seconds(1)), .wallTime(.milliseconds(500)), .better
      ),
      (.elapsedSeconds, .wallTime(.seconds(5)), .wallTime(.milliseconds(4500)), .better),
      (.bytesDownloaded, .bytes(4000), .bytes(2000), .changed),
    ]
    for (metric, reference, found, verdict) in expected {
      let change = try #require(comparison.changes.first { $0.metric == metric })
      expect(change.reference == reference && change.found == found)
      expect(change.verdict, equals: verdict)
    }
    let same: [SessionMetric] = [
      .stallCount, .stallSeconds, .playedSeconds, .endReason, .observedBitsPerSecond,
    ]
    expect(comparison.changes.allSatisfy { !same.contains($0.metric) })
    expect(!comparison.isSame && !comparison.isWorse)
  }

  @Test func `is worse if it stalls, and better the other way round`() throws {
    // Frames of 1500 bytes take 1.5 s each: the second is late by 0.5 s, and so are all others.
    let slow = try Self.session(frameBytes: 1500)
    let fine = try Self.session(frameBytes: 1000)
    let comparison = SessionComparison(slow, with: fine)
    let stalls = try #require(comparison.changes.first { $0.metric == .stallSeconds })
    expect(stalls.found == .wallTime(.milliseconds(1500)) && stalls.verdict == .worse)
    expect(comparison.isWorse)
    expect(!SessionComparison(fine, with: slow).isWorse)
    var tolerances = Tolerances()
    for change in comparison.changes where change.metric.kind.isOrdered {
      tolerances[change.metric] = Tolerance(above: .units(.max), below: .units(.max))
    }
    let tolerant = SessionComparison(slow, with: fine, tolerances: tolerances)
    expect(!tolerant.isWorse)
    expect(tolerant.changes.allSatisfy { $0.verdict == .tolerated })
  }

  @Test func `is worse if it never starts or does not come to its end, and never better then`()
    throws
  {
    let fine = try Self.session(frameBytes: 1000)
    for profile in [
      try BandwidthProfile.dead,
      try .steps([
        (milliseconds: 2500, bytesAMillisecond: 1), (milliseconds: 1, bytesAMillisecond: 0),
      ]),
    ] {
      let cut = try Self.session(frameBytes: 1000, over: profile)
      let comparison = SessionComparison(cut, with: fine)
      expect(comparison.isWorse)
      expect(comparison.changes.allSatisfy { $0.verdict != .better })
      let reverse = SessionComparison(fine, with: cut)
      expect(!reverse.isWorse)
      expect(reverse.changes.allSatisfy { $0.verdict != .worse })
    }
  }

  @Test func `is told exactly where rounding would hide the difference`() throws {
    let clip = Clip.frames(4, lasting: .seconds(1), of: 1000)
    let runs = try [WallTime.zero, .resolution, .milliseconds(1)].map { latency in
      SideBySideReport.Run(
        try clip.report(over: .byteAMillisecond(latency: latency), .starting(at: 1)))
    }
    let metrics = SideBySideMetrics(SideBySideReport(runs), .clock)
    let cells = try #require(metrics.rows.first { $0.metric == .startupSeconds }).cells
    expect(cells.map(\.value), equals: ["1.000 s", "1.000 s", "1.001 s"])
    expect(cells.map(\.difference), equals: ["", "+0.000000001s (<0.01 %)", "+0.001 s (+0.1 %)"])
    expect(cells.map(\.verdict), equals: ["", "worse", "worse"])
    let stalls = try #require(metrics.rows.first { $0.metric == .stallCount }).cells
    expect(stalls.map(\.verdict), equals: ["", "same", "same"])
  }

  @Test func `is the same as itself`() throws {
    for seed in UInt64(0)..<40 {
      let session = ComparedSession(try RandomSession(seed: seed).report())
      let comparison = SessionComparison(session, with: session)
      expect(comparison.isSame && !comparison.isWorse, "seed \(seed)")
      expect(comparison.reasons.isEmpty && comparison.noticedParting == nil, "seed \(seed)")
    }
  }

  @Test(arguments: Seeds.blocks(0..<2000, of: 50, few: 150))
  func `swaps better and worse with the reference, and parts where a plain search finds it`(
    seeds: Range<UInt64>
  ) throws {
    for seed in seeds {
      // Two sessions that have nothing in common, or only another player, network or user.
      let one = try RandomSession(seed: seed)
      var other = one
      var random = SplitMix64(seed: seed)
      let next = try RandomSession(seed: seed &+ 7919)
      switch random.int(0...3) {
      case 0: other = next
      case 1: other.policy = next.policy
      case 2: other.profile = next.profile
      default: other.actions = next.actions
      }
      let sessions = [try one.report(), try other.report()].map { ComparedSession($0) }
      let forward = SessionComparison(sessions[1], with: sessions[0])
      let backward = SessionComparison(sessions[0], with: sessions[1])
      let mirrored: [MetricChange.Verdict: MetricChange.Verdict] = [
        .better: .worse, .worse: .better, .changed: .changed, .tolerated: .tolerated,
      ]
      expect(
        forward.changes.map { mirrored[$0.verdict] }, equals: backward.changes.map(\.verdict),
        "seed \(seed)")
      expect(forward.changes.map(\.metric), equals: backward.changes.map(\.metric), "seed \(seed)")
      expect(
        forward.changes.map(\.found), equals: backward.changes.map(\.reference), "seed \(seed)")

      var place = 0
      let events = sessions.map(\.events)
      while place < min(events[0].count, events[1].count), events[0][place] == events[1][place] {
        place += 1
      }
      guard place < max(events[0].count, events[1].count) else {
        expect(forward.parting == nil && backward.parting == nil, "seed \(seed)")
        continue
      }
      let found = events.map { place < $0.count ? $0[place] : nil }
      let parting = try #require(forward.parting)
      expect(parting.sharedEvents, equals: place, "seed \(seed)")
      expect(parting.reference == found[0] && parting.other == found[1], "seed \(seed)")
      expect(parting.wallTime, equals: found.compactMap { $0?.wallTime }.min(), "seed \(seed)")
      expect(backward.parting?.reference, equals: found[1], "seed \(seed)")
      // Equal scenarios give equal sessions, so something differs.
      expect(!forward.reasons.isEmpty, "seed \(seed)")
    }
  }

  @Test func `says of a viewer's session what differs, of sound, seeks, damage and time too`()
    throws
  {
    let fine = Clip.frames(6, lasting: .seconds(1), of: 500)
    let reference = ComparedSession(try fine.report(over: .byteAMillisecond(), .starting(at: 1)))
    func words(_ changes: MetricValues) -> String {
      var other = reference
      for (metric, value) in changes { other.metrics[metric] = value }
      return ComparisonVerdict(SessionComparison(other, with: reference), .clock).text
    }
    expect(
      words([.silentSeconds: .wallTime(.milliseconds(500)), .silentCount: .count(1)]),
      equals: "misses sound for 0.50 s; A misses no sound")
    expect(
      words([.missingSeconds: .mediaTime(.seconds(2))]),
      equals: "lacks 2.00 s of its media; A lacks no media")
    expect(
      words([.playedSeconds: .wallTime(.seconds(4))]).hasPrefix("plays for 4.00 s instead of "))
    expect(
      words([
        .meanSeekLatencySeconds: .wallTime(.seconds(1)),
        .longestSeekLatencySeconds: .wallTime(.seconds(1)),
      ]).hasPrefix("loads targets of seeks after 1.00 s on average"))
    expect(
      words([
        .stallCount: .count(1), .stallSeconds: .atLeast(.wallTime(.milliseconds(920))),
      ]), equals: "stalls once for at least 0.92 s until the session is cut; A does not stall")
  }
}
