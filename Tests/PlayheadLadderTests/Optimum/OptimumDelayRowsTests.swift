import Expectations
import PlayheadModel
import Testing

@testable import PlayheadLadder

@Suite("Rows of delays")
struct OptimumDelayRowsTests {
  @Test(
    "A row goes on where the one before it ends",
    arguments: [(0, 0), (3, 0), (3, 3), (10, 2), (28, 0), (28, 4), (8, 4)])
  func boundaries(exponent: Int, halvings: Int) {
    let longest: Int64 = 1 << 44
    let rows = OptimumDelayRows(
      starts: [0], longest: longest, exponent: exponent, halvings: halvings)
    expect(rows.row(of: 0) == 0 && rows.row(of: 1) == 1 && rows.row(of: longest) == rows.count - 1)
    expect(rows.least[0] == 0 && rows.least[1] == 0)
    expect(rows.least[2], equals: 1 << Int64(exponent))
    for row in 2..<rows.count {
      expect(rows.row(of: rows.least[row]), equals: row - 1)
      expect(rows.row(of: rows.least[row] + 1), equals: row)
    }
    // As many rows from a power of two to the next.
    expect(rows.least[2 + 1 << halvings], equals: 2 << Int64(exponent))
  }

  @Test("Each start has a row of its own, and rows after it")
  func starts() {
    let rows = OptimumDelayRows(starts: [20, 3, 100, 20], longest: 40, exponent: 2, halvings: 1)
    // 4, 6, 8, 12 and so on after 3, and again after 20.
    expect(rows.least, equals: [3, 3, 7, 9, 11, 15, 19, 20, 20, 24, 26, 28, 32, 36])
    expect(
      [3, 4, 7, 8, 19, 20, 21, 24, 25, 40].map(rows.row(of:)),
      equals: [
        0, 1, 1, 2, 5, 7, 8, 8, 9, 13,
      ])
    let apart = OptimumDelayRows(starts: [20, 3], longest: 40, exponent: nil)
    expect(apart.least == [3, 20] && apart.row(of: 3) == 0 && apart.row(of: 20) == 1)
  }

  @Test("Each row lies within one of fewer rows", arguments: Seeds.each(few: 5, all: 20))
  func nested(seed: UInt64) {
    var random = RandomNumbers(seed: seed)
    let starts = (0..<random.next(1...4)).map { _ in random.next(0...10_000_000_000) }
    let longest = (starts.max() ?? 0) + random.next(0...5_000_000_000)
    let coarse = OptimumDelayRows(
      starts: starts, longest: longest, exponent: Int(random.next(8...28)),
      halvings: Int(random.next(0...3)))
    let fine = OptimumDelayRows(starts: starts, longest: longest, exponent: 6, halvings: 4)
    for row in 0..<fine.count {
      // What is exactly a start's is the only one of its row.
      let first = fine.row(of: fine.least[row]) == row ? fine.least[row] : fine.least[row] + 1
      let next = row + 1 < fine.count ? fine.least[row + 1] : longest
      let last =
        fine.row(of: next) == row || row + 1 == fine.count ? next : max(first, next - 1)
      expect(
        coarse.row(of: first), equals: coarse.row(of: first == fine.least[row] ? first : last),
        "seed \(seed), row \(row)")
    }
  }
}
