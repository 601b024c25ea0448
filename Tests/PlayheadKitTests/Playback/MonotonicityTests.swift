import Expectations
import PlayheadKit
import Testing

@Suite struct `With an unlimited buffer` {
  @Test(arguments: Seeds.blocks(5_000_000..<5_000_300, of: 15, few: 30))
  func `a link that is nowhere slower delays nothing`(block: Range<UInt64>) throws {
    for seed in block {
      let session = try unlimited(seed)
      // The same latency throughout: sent earlier, a request could else meet a longer one.
      var random = SplitMix64(seed: seed)
      let profile = try session.profile.replacingLatency(
        with: session.profile.intervals[0].latency)
      var (slow, fast) = (session, session)
      slow.profile = profile
      fast.profile = try profile.faster(using: &random)
      expectNoLater(try loads(fast), than: try loads(slow), "seed \(seed)")

      let (slowSession, fastSession) = (try slow.run(), try fast.run())
      if let startup = slowSession.startup {
        let sooner = try #require(fastSession.startup, "seed \(seed)")
        expect(sooner <= startup, "seed \(seed)")
      }
    }
  }

  @Test(arguments: Seeds.blocks(6_000_000..<6_000_300, of: 15, few: 30))
  func `a larger startup threshold makes no first stall earlier`(block: Range<UInt64>) throws {
    for seed in block {
      var session = try unlimited(seed)
      var earliest: WallTime?
      var shortest: MediaTime?
      var startup: WallTime?
      let thresholds: [Int64] = [0, 1, 250_000_000, 1_000_000_000, 4_000_000_000, 30_000_000_000]
      for threshold in thresholds {
        session.policy = try BufferingPolicy(
          startupThreshold: MediaTime(nanoseconds: threshold),
          resumeThreshold: session.policy.resumeThreshold, highWatermark: nil,
          readThrough: session.policy.readThrough)
        let result = try session.run()
        let stall = result.stalls.first?.start
        let place = result.stalls.first?.mediaTime
        if let earliest, let stall { expect(stall >= earliest, "seed \(seed), \(threshold)") }
        if let shortest, let place { expect(place >= shortest, "seed \(seed), \(threshold)") }
        if let startup, let later = result.startup {
          expect(later >= startup, "seed \(seed), \(threshold)")
        }
        // A session that ended without a stall stalls later than any.
        earliest = stall ?? (result.endReason == .ended ? .bound : earliest)
        shortest = place ?? (result.endReason == .ended ? .bound : shortest)
        startup = result.startup ?? startup
      }
    }
  }

  /// A random session whose player never stops loading, and that lasts as long as it needs to.
  private func unlimited(_ seed: UInt64) throws -> RandomSession {
    var session = try RandomSession(seed: seed)
    (session.actions, session.repeats) = ([], 0)
    session.policy = try BufferingPolicy(
      startupThreshold: session.policy.startupThreshold,
      resumeThreshold: session.policy.resumeThreshold, highWatermark: nil,
      readThrough: session.policy.readThrough)
    session.options = SessionOptions(tickInterval: nil)
    return session
  }

  /// How far the media is loaded, looked at often.
  private func loads(_ session: RandomSession) throws -> [(time: WallTime, end: MediaTime)] {
    var session = session
    session.options.tickInterval = .milliseconds(50)
    return try session.run().ticks.map { ($0.wallTime, $0.mediaTime + $0.bufferLevel) }
  }

  private func expectNoLater(
    _ fast: [(time: WallTime, end: MediaTime)], than slow: [(time: WallTime, end: MediaTime)],
    _ comment: Comment
  ) {
    for load in slow {
      let reached = fast.last { $0.time <= load.time }
      expect((reached?.end ?? .zero) >= load.end, comment)
    }
  }
}
