import PlayheadKit
import Testing

@Suite struct `A simulation of random sessions` {
  /// Fifty seeds at a time, as so many cases of their own would take longer to name than to run.
  @Test(arguments: 0..<64 as Range<UInt64>)
  func `agrees with an oracle in every event, row and figure`(block: UInt64) throws {
    for seed in block * 50..<block * 50 + 50 {
      let random = try RandomSession(seed: seed)
      let found = try random.run()
      var oracle = try Oracle(random)
      let expected = oracle.run()
      #expect(differences(found, expected, slack: oracle.slack.bounds) == [], "seed \(seed)")
    }
  }
}
