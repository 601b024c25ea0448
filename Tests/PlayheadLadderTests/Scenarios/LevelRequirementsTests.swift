import Expectations
import PlayheadAnalysis
import PlayheadKit
import Testing

@testable import PlayheadLadder

@Suite struct `The requirements of a level` {
  /// A player that loads whole segments one after the other, and never stops.
  private static func player() throws -> LadderPlayer {
    var player = LadderPlayer.basic
    player.loading = LadderLoading()
    player.loading.goal.level = .seconds(100_000)
    player.loading.loadsLanesInParallel = false
    player.loading.looksAtAllLanes = true
    player.policy = try BufferingPolicy(
      startupThreshold: .resolution, resumeThreshold: .resolution, highWatermark: nil)
    return player
  }

  /// One lane of whole segments of many sizes.
  private static func ladder(seed: UInt64) -> Ladder {
    var random = SeededNumbers(seed: seed)
    var start = MediaTime.zero
    let segments = (0..<random.int(1...12)).map { number in
      let length = MediaTime.milliseconds(Int64(random.int(1...16) * 250))
      defer { start = start + length }
      return LadderSegment(
        LadderResource("s\(number)", bytes: Int64(random.int(1...400) * 100)),
        initialization: 0, declared: TimeRange(start: start, end: start + length))
    }
    let level = Level(
      name: "a", bitRate: BitRate(bitsPerSecond: 1),
      playlist: LadderResource("p", bytes: Int64(random.int(1...50) * 10)),
      initializations: [LadderResource("i", bytes: Int64(random.int(1...20) * 10))],
      segments: segments)
    return Ladder(
      format: .hls, manifests: [LadderResource("m", bytes: Int64(random.int(1...500)))],
      lanes: [LadderLane(.muxed, levels: [level])])
  }

  /// Whether playback that starts after `startup` never runs out, by brute force: each request is
  /// sent when the one before it is complete.
  private static func isInTime(
    _ ladder: Ladder, rate: Int64, latency: WallTime, startup: WallTime
  ) -> Bool {
    let level = ladder.lanes[0].levels[0]
    let sizes =
      ladder.manifests.map(\.bytes) + [level.playlist?.bytes ?? 0]
      + level.initializations.map(\.bytes) + level.segments.map(\.resource.bytes)
    var time: Int128 = 0
    for (number, size) in sizes.enumerated() {
      let bits = Int128(size) * 8 * 1_000_000_000
      time += Int128(latency.nanoseconds) + (bits + Int128(rate) - 1) / Int128(rate)
      let segment = number - (sizes.count - level.segments.count)
      guard segment >= 0 else { continue }
      let due = startup.nanoseconds + level.segments[segment].declared.start.nanoseconds
      if time > Int128(due) { return false }
    }
    return true
  }

  @Test(arguments: Seeds.each(few: 60, all: 600))
  func `are the lowest rate at which each segment is in time`(seed: UInt64) {
    let ladder = Self.ladder(seed: seed)
    for latency in [WallTime.zero, .milliseconds(70)] {
      for startup in [WallTime.milliseconds(400), .seconds(2), .seconds(9)] {
        let found = LevelRequirements(of: 0, in: ladder, startup: startup, latency: latency)
        guard let rate = found.minimumRate.rate?.bitsPerSecond else {
          expect(
            !Self.isInTime(
              ladder, rate: BitRate.bound.bitsPerSecond, latency: latency, startup: startup))
          continue
        }
        expect(Self.isInTime(ladder, rate: rate, latency: latency, startup: startup))
        if rate > 1 {
          expect(!Self.isInTime(ladder, rate: rate - 1, latency: latency, startup: startup))
        }
      }
    }
  }

  @Test(arguments: Seeds.each(few: 60, all: 600))
  func `are the startup with which a session of that level does not stall`(seed: UInt64) throws {
    let ladder = Self.ladder(seed: seed)
    var random = SeededNumbers(seed: ~seed)
    let profile = try BandwidthProfile(
      name: "n", rate: BitRate(bitsPerSecond: Int64(random.int(20...900) * 1000)),
      latency: .milliseconds(Int64(random.int(0...200))))
    let link = NetworkLink(following: profile)
    let found = LevelRequirements(of: 0, in: ladder, startup: .seconds(2), over: link)
    let delay = try #require(found.startup?.delay)
    // A session that starts as soon as it can, and stalls, is delayed by as much in all.
    let scenario = LadderScenario(
      ladder, over: link, player: try Self.player(), rule: FixedRule(level: 0))
    let session = Scenario.ladder(scenario).play().session
    expect(session.endReason, equals: .ended)
    let bound = delay + WallTime(nanoseconds: ladder.duration.nanoseconds)
    // The bound rounds each request up to a nanosecond; a session carries the fractions on.
    let rounding = WallTime(nanoseconds: Int64(found.requestCount))
    expect(session.elapsed <= bound && session.elapsed + rounding >= bound)
  }

  @Test func `count the audio that plays with it`() throws {
    func lane(_ kind: LadderLane.Kind, _ bytes: Int64) -> LadderLane {
      LadderLane(
        kind,
        levels: [
          Level(
            name: "a", bitRate: BitRate(bitsPerSecond: 1),
            segments: (0..<4).map {
              LadderSegment(
                LadderResource("s", bytes: bytes),
                declared: TimeRange(start: .seconds($0), end: .seconds($0 + 1)))
            })
        ])
    }
    let ladder = Ladder(format: .dash, lanes: [lane(.video, 10_000), lane(.audio, 2500)])
    let found = LevelRequirements(of: 0, in: ladder, startup: .seconds(1))
    expect(found.audioLevel == 0 && found.bytes == 50_000 && found.requestCount == 8)
    // 12.5 kB a second.
    expect(found.minimumRate.rate, equals: BitRate(bitsPerSecond: 100_000))
  }

  @Test("Nothing is known of a level whose playlist cannot be had")
  func unknown() {
    func level(_ name: String, fails: Bool) -> Level {
      Level(
        name: name, bitRate: BitRate(bitsPerSecond: 4000),
        playlist: LadderResource(name, bytes: 0, failing: fails ? .status(404) : nil),
        segments: [
          LadderSegment(
            LadderResource("", bytes: fails ? 0 : 1000),
            declared: TimeRange(start: .zero, end: .seconds(2)), damage: fails ? "lost" : nil)
        ])
    }
    let ladder = Ladder(
      format: .hls,
      lanes: [LadderLane(.muxed, levels: [level("0", fails: false), level("1", fails: true)])])
    let known = [0, 1].map { LevelRequirements(of: $0, in: ladder, startup: .zero).isKnown }
    expect(known, equals: [true, false])
  }
}
