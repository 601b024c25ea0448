import Expectations
import Testing

@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite struct `A buffer level turns` {
  @Test(
    arguments: [
      // Two seconds below eight.
      ([8, 6, 8], 0, []), ([8, 6, 8], 1, [0, 1]),
      // A quarter above.
      ([40, 30, 40], 0, []), ([40, 30, 40], 1, [0, 1]),
      ([5, 4, 3, 2, 1, 2, 3, 4], 0, [0, 4]), ([1, 2, 3, 4, 3, 2, 1], 0, [0, 3]),
      // The last of equal ones, and wavering turns nothing.
      ([5, 5, 5, 1], 0, [2]), ([5, 4, 5, 4, 5, 4], 0, []), ([1, 1, 6, 5, 6, 0], 0, [1, 4]),
      ([], 0, []), ([3], 0, []),
    ] as [([Int64], Int64, [Int])])
  func `where it has gone far enough back`(seconds: [Int64], below: Int64, turns: [Int]) {
    var levels = seconds.map { MediaTime.seconds($0) }
    if levels.count > 1 { levels[1] -= MediaTime(nanoseconds: below) }
    expect(LevelTurns.places(in: levels), equals: turns)
  }
}
