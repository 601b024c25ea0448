import Expectations
import PlayheadKit
import Testing

@Suite struct `The overview` {
  private static let clip = Clip.frames(100, lasting: .milliseconds(40), of: 5000)

  @Test func `is of a dozen networks from Edge to fibre, from slow to fast`() {
    let networks = NetworkPreset.overview
    expect(networks.count == 12 && Set(networks).count == 12)
    expect(networks.first?.name, equals: "wpt-edge")
    expect(networks.contains { $0.name == "wpt-fios" })
    for (slow, fast) in zip(networks, networks.dropFirst()) {
      expect((slow.down, fast.latency) <= (fast.down, slow.latency))
    }
    for network in networks {
      for name in [network.name] + network.otherNames {
        expect(NetworkPreset(named: name), equals: network)
      }
    }
  }

  @Test(arguments: [nil, .milliseconds(40), .seconds(2)] as [WallTime?])
  func `plays over the networks as they are named`(latency: WallTime?) throws {
    let presentation = try Self.clip.presentation
    let policy = try BufferingPolicy()
    func simulation(_ link: NetworkLink) -> Simulation {
      Simulation(FileScenario(presentation, over: link, policy: policy))
    }
    let overview = Overview(latency: latency, of: simulation) {}
    expect(overview.networks.map(\.preset), equals: NetworkPreset.overview)
    for network in overview.networks {
      var shaping = NetworkShaping()
      shaping.latency = latency
      var alone = simulation(
        NetworkLink(following: try shaping.applied(to: network.preset.profile)))
      expect(network.summary, equals: SessionSummary(alone.run()))
      expect(network.latency, equals: latency ?? network.preset.latency)
    }
    expect(overview.minimumRate.latency, equals: latency ?? .zero)
    // 4 s in frames of 1 Mbit/s: the slowest network stalls, the fastest does not.
    expect(overview.networks.first?.playsThrough, equals: false)
    expect(overview.networks.last?.playsThrough, equals: true)
  }

  /// All of it, 4 Mbit, behind 840 ms of latency and 240 kbit/s takes 17.506666667 s.
  @Test(
    arguments: [(17_506_666_666, .startsLate), (17_506_666_667, .playsThrough)]
      as [(Int64, PlaybackVerdict)])
  func `holds the startup against the limit`(limit: Int64, verdict: PlaybackVerdict) throws {
    let presentation = try Self.clip.presentation
    let policy = try BufferingPolicy(startupThreshold: .seconds(4))
    let overview = Overview(
      startupLimit: WallTime(nanoseconds: limit),
      of: { link in
        Simulation(FileScenario(presentation, over: link, policy: policy))
      }
    ) {}
    expect(overview.startupLimit, equals: WallTime(nanoseconds: limit))
    let edge = overview.networks[0]
    expect(edge.verdict == verdict && edge.playsThrough == (verdict == .playsThrough))
    // Without latency, the same bits take the limit and no longer.
    let rate = try #require(overview.minimumRate.rate).bitsPerSecond
    expect(rate, equals: (4_000_000 * 1_000_000_000 + limit - 1) / limit)
  }

  /// No row may say otherwise than the minimum rate without a word about why.
  @Test(arguments: Seeds.some(Array(0..<30 as Range<UInt64>), oneIn: 6))
  func `has no network as fast as the minimum rate that fails but for its latency`(
    seed: UInt64
  ) throws {
    let session = try RandomSession(seed: 9_500_000 + seed)
    let presentation = try session.presentation
    let options = SessionOptions(tickInterval: nil, recordsEvents: false)
    for latency in [nil, .milliseconds(70)] as [WallTime?] {
      let overview = Overview(
        latency: latency,
        of: { link in
          Simulation(
            FileScenario(
              presentation, over: link,
              policy: session.policy, actions: session.actions, options: options))
        }
      ) {}
      guard let rate = overview.minimumRate.rate else { continue }
      let failing = overview.networks.filter { $0.rate >= rate && !$0.playsThrough }
      expect(failing, equals: overview.networksOfTooMuchLatency)
      expect(failing.allSatisfy { $0.latency > overview.minimumRate.latency }, "seed \(seed)")
      if latency != nil { expect(failing.isEmpty, "seed \(seed)") }
    }
  }

  @Test(arguments: [1, 20, 500]) func `ends as soon as it is told to`(step: Int) throws {
    struct Interrupted: Error {}
    let presentation = try Self.clip.presentation
    let policy = try BufferingPolicy()
    var count = 0
    #expect(throws: Interrupted.self) {
      () throws in
      _ = try Overview(
        of: { link throws(Interrupted) in
          Simulation(FileScenario(presentation, over: link, policy: policy))
        },
        check: { () throws(Interrupted) in
          count += 1
          if count == step { throw Interrupted() }
        })
    }
    expect(count, equals: step)
  }
}
