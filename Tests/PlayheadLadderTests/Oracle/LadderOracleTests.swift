import PlayheadKit
import PlayheadLadder
import Testing

@Suite("Sessions of ladders against an oracle")
struct LadderOracleTests {
  @Test(
    "Sessions of random ladders are those of the oracle",
    arguments: LadderSeeds.blocks(few: 400, all: 10_000))
  func randomSessions(seeds: Range<UInt64>) throws {
    for seed in seeds {
      let random = try RandomLadderSession(seed: seed)
      var oracle = LadderOracle(random.scenario, rule: random.rule, profile: random.profile)
      let expected = oracle.run().lines
      var simulation = LadderSimulation(random.scenario)
      let lines = OracleRecord(simulation.run()).lines
      if lines != expected {
        let place = zip(lines, expected).prefix { $0 == $1 }.count
        let ours = place < lines.count ? lines[place] : "nothing"
        let theirs = place < expected.count ? expected[place] : "nothing"
        Issue.record("seed \(seed): \(ours) — by the oracle \(theirs)")
      }
    }
  }
}
