import PlayheadModel
import Testing

@testable import PlayheadLadder

@Suite("Rows of stalls")
struct OptimumStallRowsTests {
  @Test(
    "A row goes on where the one before it ends",
    arguments: [(0, 0), (3, 0), (3, 3), (10, 2), (28, 0), (28, 4), (8, 4)])
  func boundaries(exponent: Int, halvings: Int) {
    let rows = OptimumStallRows(exponent: exponent, halvings: halvings)
    #expect(rows.row(of: -1) == 0 && rows.row(of: 0) == 0 && rows.row(of: 1) == 1)
    #expect(rows.start(of: 0) == 0 && rows.start(of: 1) == 0)
    #expect(rows.start(of: 2) == 1 << Int64(exponent))
    for row in 2..<200 where exponent + (row - 2) >> halvings < 62 {
      let start = rows.start(of: row)
      #expect(rows.row(of: start) == row - 1 && rows.row(of: start + 1) == row)
    }
    // As many rows from a power of two to the next.
    #expect(rows.start(of: 2 + 1 << halvings) == 2 << Int64(exponent))
  }

  @Test("Each row lies within one of fewer rows", arguments: LadderSeeds.each(few: 5, all: 20))
  func nested(seed: UInt64) {
    var random = RandomNumbers(seed: seed)
    let coarse = OptimumStallRows(
      exponent: Int(random.next(8...28)), halvings: Int(random.next(0...3)))
    let fine = OptimumStallRows(exponent: 6, halvings: 4)
    for row in 1..<300 {
      let (first, last) = (fine.start(of: row) + 1, fine.start(of: row + 1))
      #expect(coarse.row(of: first) == coarse.row(of: max(last, first)), "seed \(seed), row \(row)")
    }
  }
}
