import PlayheadKit
import PlayheadLadder
import Testing

@Suite("Sessions of ladders with real rules")
struct LadderInvariantTests {
  @Test(
    "Every rule in every player ends, loads each segment once and counts each byte",
    arguments: LadderSeeds.blocks(few: 50, all: 1000))
  func invariants(seeds: Range<UInt64>) throws {
    for seed in seeds {
      let random = try RandomLadderSession(seed: seed)
      for name in AdaptationRuleName.allCases {
        let text = name == .fixed ? "fixed:0" : name.rawValue
        let rule = try NamedRule(parsing: text).rule
        let player = LadderPlayer.all[Int(seed) % LadderPlayer.all.count]
        var scenario = random.scenario
        (scenario.player, scenario.rule) = (player, rule)
        var simulation = LadderSimulation(scenario)
        let session = simulation.run()
        Self.check(session, of: scenario.ladder, "seed \(seed), \(text) in \(player.name)")
      }
    }
  }

  private static func check(_ session: LadderSession, of ladder: Ladder, _ context: String) {
    let requests = session.requests.map(\.request)
    #expect(
      requests.reduce(0) { $0 + $1.bytesReceived + $1.bytesWasted }
        == session.session.bytesDownloaded, "\(context)")
    #expect(
      requests.reduce(0) { $0 + $1.bytesWasted } == session.session.bytesWasted, "\(context)")
    for (lane, content) in ladder.lanes.enumerated() {
      let loaded = session.segments.filter { $0.lane == lane }
      #expect(loaded.allSatisfy { content.levels.indices.contains($0.level) }, "\(context)")
      // In order of presentation, none twice, as nobody sought.
      let ends = loaded.map { content.levels[$0.level].segments[$0.segment].declared.end }
      #expect(zip(ends, ends.dropFirst()).allSatisfy { $0 < $1 }, "\(context)")
      #expect(
        zip(loaded, loaded.dropFirst()).allSatisfy { $0.wallTime <= $1.wallTime }, "\(context)")
      if session.session.endReason == .ended {
        // From the start to the end without a hole in the manifest's times.
        var end = MediaTime.zero
        for segment in loaded {
          let declared = content.levels[segment.level].segments[segment.segment].declared
          #expect(declared.start <= end, "\(context)")
          end = declared.end
        }
      }
    }
    #expect(
      session.decisions.allSatisfy {
        ladder.lanes[$0.lane].levels.indices.contains($0.decision.level)
      }, "\(context)")
  }
}
