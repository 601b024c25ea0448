import Expectations
import Testing

@testable import PlayheadModel

@Suite struct `Random sessions that change to another link` {
  /// Read in all ways; stepped, forked, acted upon, and played on over
  /// another link.
  @Test(arguments: Seeds.blocks(0..<6_000, of: 5, few: 15))
  func `agree with an oracle over a link spliced of both`(block: Range<UInt64>) throws {
    for seed in block {
      guard let switched = try SwitchedSession(seed: seed) else { continue }
      let differences = try switched.differences()
      expect(differences, equals: [], "seed \(seed)")
    }
  }

  /// So that agreement means something.
  @Test(.enabled(if: Seeds.choice == .all)) func `change in all kinds of sessions`() throws {
    var counts: [SwitchedSession.Kind: Int] = [:]
    for seed in 0..<200 as Range<UInt64> {
      guard let switched = try SwitchedSession(seed: seed) else { continue }
      counts[switched.kind, default: 0] += 1
    }
    expect(SwitchedSession.Kind.allCases.allSatisfy { counts[$0] ?? 0 >= 20 })
  }
}
