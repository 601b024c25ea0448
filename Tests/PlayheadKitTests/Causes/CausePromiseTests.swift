import Expectations
import PlayheadKit
import Testing

@Suite("What causes promise")
struct CausePromiseTests {
  /// A stall as events tell of it: after how many jumps, where, and for how long.
  private struct Counted {
    var jumps: Int
    var mediaTime: MediaTime
    var length: WallTime?
  }

  private struct Recount {
    var stalls: [Counted] = []
    var startup: WallTime?
    /// The time in all waits; `nil` if one is open at the end.
    var waited: WallTime?
  }

  /// Counts stalls and waits by the events of a session alone.
  private func recount(_ session: Session) -> Recount {
    var recount = Recount()
    var jumps = 0
    var waited = WallTime.zero
    var since: WallTime? = .zero
    for event in session.events {
      switch event.kind {
      case .seekStarted, .playbackLooped: jumps += 1
      case .playbackStarted:
        recount.startup = event.wallTime
        waited += event.wallTime
        since = nil
      case .playbackStalled:
        recount.stalls.append(Counted(jumps: jumps, mediaTime: event.mediaTime))
        since = event.wallTime
      case .playbackResumed(_, let duration), .stallEnded(_, let duration):
        recount.stalls[recount.stalls.count - 1].length = duration
        if let start = since { expect(event.wallTime - start, equals: duration) }
        waited += duration
        since = nil
      default: break
      }
    }
    recount.waited = since == nil ? waited : nil
    return recount
  }

  private func play(_ scenario: FileScenario) -> Session {
    var simulation = Simulation(scenario)
    return simulation.run()
  }

  /// Sessions without user, of a player and a link that fit the media more or less.
  private func scenario(_ seed: UInt64) throws -> FileScenario {
    var random = SplitMix64(seed: seed ^ 0x4242)
    let media = PackedMedia(seed: seed)
    let units = media.mixed(longestRun: random.pick(3, 3, 60), seed: seed)
    let presentation = try Presentation(media.index(units))
    let bytes = units.reduce(0) { $0 + Int64($1.sample.size) }
    let mean = max(1, bytes * 8_000_000_000 / presentation.duration.nanoseconds)
    let intervals = (0..<random.pick(1, 1, 4)).map { _ in
      BandwidthProfile.Interval(
        duration: .milliseconds(Int64(random.int(1...12)) * 250),
        rate: BitRate(bitsPerSecond: mean * Int64(random.int(20...200)) / 100),
        latency: .milliseconds(Int64(random.pick(0, 20, 300))))
    }
    let profile = try BandwidthProfile(name: "random", intervals: intervals)
    let policy = try BufferingPolicy(
      startupThreshold: .milliseconds(Int64(random.pick(100, 500, 2000))),
      resumeThreshold: .milliseconds(Int64(random.pick(100, 500, 2000))),
      highWatermark: random.chance(40) ? .milliseconds(Int64(random.int(2...8)) * 500) : nil)
    return FileScenario(
      presentation, over: NetworkLink(following: profile),
      by: random.pick(.fluid, .fluid, .slowStart(setUpRoundTrips: 1)), policy: policy,
      options: SessionOptions(tickInterval: nil))
  }

  @Test(
    "holds: the session with the changes has no stall there, and waits so much less",
    arguments: Seeds.blocks(0..<4000, of: 100, few: 50))
  func promises(_ seeds: Range<UInt64>) throws {
    for seed in seeds {
      let scenario = try scenario(seed)
      let session = play(scenario)
      let causes = SessionCauses(of: session, in: scenario)
      let before = recount(session)
      for (number, cause) in causes.stalls {
        let changed = try #require(
          cause.parts.reduce(scenario) { scenario, part in
            scenario.flatMap { part.change.applied(to: $0) }
          }, "seed \(seed)")
        let after = recount(play(changed))
        let stall = before.stalls[number - 1]
        let same = before.stalls.filter { $0.jumps == stall.jumps }
        let lower = same.last { $0.mediaTime < stall.mediaTime }?.mediaTime
        let upper = same.first { $0.mediaTime > stall.mediaTime }?.mediaTime
        let inside = after.stalls.filter {
          $0.jumps == stall.jumps && lower ?? MediaTime(nanoseconds: -1) < $0.mediaTime
            && $0.mediaTime < upper ?? .bound
        }
        expect(inside.isEmpty, "seed \(seed), stall \(number), \(cause)")
        expect(cause.saves.time, equals: stall.length, "seed \(seed), stall \(number)")
        guard let old = before.waited, let new = after.waited else { continue }
        expect(
          cause.sessionSaves, equals: .finite(old - new), "seed \(seed), stall \(number), \(cause)")
        expect(new < old, "seed \(seed), stall \(number), \(cause)")
      }
      if let startup = causes.startup, let old = before.startup {
        let changed = try #require(startup.parts[0].change.applied(to: scenario))
        let new = try #require(recount(play(changed)).startup)
        expect(startup.saves, equals: .finite(old - new), "seed \(seed), startup")
      }
    }
  }

  /// The time from each seek to its target, by events; `nil` for one that is not over.
  private func latencies(_ session: Session) -> [WallTime?] {
    var latencies: [WallTime?] = []
    var start = WallTime.zero
    for event in session.events {
      switch event.kind {
      case .seekStarted:
        latencies.append(nil)
        start = event.wallTime
      case .seekFinished(isFinished: true): latencies[latencies.count - 1] = event.wallTime - start
      default: break
      }
    }
    return latencies
  }

  @Test(
    "holds of seeks: with the change they take so much less",
    arguments: Seeds.blocks(10_000..<14_000, of: 100, few: 50))
  func seeks(_ seeds: Range<UInt64>) throws {
    var kept = 0
    for seed in seeds {
      var random = SplitMix64(seed: seed ^ 0x5eec)
      var scenario = try scenario(seed)
      let duration = scenario.presentation.duration.nanoseconds
      scenario.actions = (1...2).map { number in
        UserAction(
          at: .milliseconds(Int64(number * 1500 + random.int(0...1000))),
          .seek(to: MediaTime(nanoseconds: duration * Int64(random.int(0...99)) / 100), .exact))
      }
      let session = play(scenario)
      let causes = SessionCauses(of: session, in: scenario)
      let before = latencies(session)
      for (number, cause) in causes.seeks {
        expect(cause.parts.count, equals: 1)
        let changed = try #require(cause.parts[0].change.applied(to: scenario), "seed \(seed)")
        let after = try #require(latencies(play(changed))[number - 1], "seed \(seed)")
        guard let latency = before[number - 1] else {
          expect(cause.saves.isOpen, "seed \(seed)")
          continue
        }
        expect(cause.saves, equals: .finite(latency - after), "seed \(seed), \(cause)")
        expect((latency - after) * 2 >= latency, "seed \(seed), \(cause)")
        kept += 1
      }
    }
    expect(kept > 2)
  }

  @Test("are kept for nearly every stall, of each kind", arguments: [0..<300 as Range<UInt64>])
  func kinds(_ seeds: Range<UInt64>) throws {
    var kinds: [WaitCause.Kind: Int] = [:]
    var stalls = 0
    var explained = 0
    for seed in seeds {
      let scenario = try scenario(seed)
      let session = play(scenario)
      let causes = SessionCauses(of: session, in: scenario)
      stalls += session.stalls.count
      explained += causes.stalls.count
      for cause in causes.stalls.values { kinds[cause.kind, default: 0] += 1 }
    }
    expect(explained * 10 >= stalls * 9, "\(explained) of \(stalls) stalls: \(kinds)")
    for kind in [WaitCause.Kind.interleave, .policy, .peak, .dip, .bandwidth] {
      expect(kinds[kind] ?? 0 > 0, "\(kind): \(kinds)")
    }
  }
}
