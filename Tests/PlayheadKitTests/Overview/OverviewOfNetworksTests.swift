import PlayheadKit
import Testing

@Suite struct `The overview` {
  private static let clip = Clip.frames(100, lasting: .milliseconds(40), of: 5000)

  @Test func `is of a dozen networks from Edge to fibre, from slow to fast`() {
    let networks = NetworkPreset.overview
    #expect(networks.count == 12 && Set(networks).count == 12)
    #expect(networks.first?.name == "wpt-edge")
    #expect(networks.contains { $0.name == "wpt-fios" })
    for (slow, fast) in zip(networks, networks.dropFirst()) {
      #expect((slow.down, fast.latency) <= (fast.down, slow.latency))
    }
    for network in networks {
      #expect(NetworkPreset(named: network.shortestName) == network)
      #expect(network.shortestName.count <= network.name.count)
    }
  }

  @Test(arguments: [nil, .milliseconds(40), .seconds(2)] as [MediaTime?])
  func `plays over the networks as they are named`(latency: MediaTime?) throws {
    let presentation = try Self.clip.presentation
    let policy = try BufferingPolicy()
    func simulation(_ link: Link) -> Simulation {
      Simulation(Scenario(presentation, over: link, policy: policy))
    }
    let overview = Overview(latency: latency, of: simulation) {}
    #expect(overview.networks.map(\.preset) == NetworkPreset.overview)
    for network in overview.networks {
      var shaping = NetworkShaping()
      shaping.latency = latency
      var alone = simulation(Link(following: try shaping.applied(to: network.preset.profile)))
      #expect(network.summary == SessionSummary(alone.run()))
      #expect(network.latency == latency ?? network.preset.latency)
    }
    #expect(overview.leastRate.latency == latency ?? .zero)
    // 4 s in frames of 1 Mbit/s: the slowest network stalls, the fastest does not.
    #expect(overview.networks.first?.playsThrough == false)
    #expect(overview.networks.last?.playsThrough == true)
  }

  @Test(arguments: [1, 20, 500]) func `ends as soon as it is told to`(step: Int) throws {
    struct Interrupted: Error {}
    let presentation = try Self.clip.presentation
    let policy = try BufferingPolicy()
    var count = 0
    #expect(throws: Interrupted.self) {
      () throws in
      _ = try Overview(
        of: { link in
          Simulation(Scenario(presentation, over: link, policy: policy))
        },
        check: { () throws(Interrupted) in
          count += 1
          if count == step { throw Interrupted() }
        })
    }
    #expect(count == step)
  }
}
