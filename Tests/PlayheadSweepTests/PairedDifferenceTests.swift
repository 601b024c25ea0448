import Expectations
import Testing

@testable import PlayheadSweep

@Suite("Paired differences")
struct PairedDifferenceTests {
  @Test("The sign test counts the outcomes at least as uneven", arguments: 0...14)
  func signTest(count: Int) {
    for up in 0...count {
      let down = count - up
      // All outcomes, each as likely as another.
      var extreme = 0
      for outcome in 0..<(1 << count) {
        let ups = outcome.nonzeroBitCount
        if min(ups, count - ups) <= min(up, down) { extreme += 1 }
      }
      let exact = min(1, Double(extreme) / Double(1 << count))
      expect(abs(PairedDifference.signTest(up, down) - exact) < 1e-12)
    }
  }

  @Test("Large sign tests agree with the exact one where both can be had")
  func large() {
    for (up, down) in [(1000, 1000), (1050, 950), (940, 1060)] {
      let exact = PairedDifference.signTest(up, down)
      let near = PairedDifference.signTest(up + 1, down)
      expect(abs(exact - near) < 0.05)
    }
    expect(PairedDifference.signTest(3000, 100) < 1e-9)
  }

  @Test("The interval holds the mean difference, and narrows with the number of pairs")
  func interval() throws {
    func pairs(_ count: Int) -> [(former: Double, value: Double)] {
      (0..<count).map { number in
        let former = Double(number % 7)
        let change = Double(number % 5 - 1)
        return (former: former, value: former + change)
      }
    }
    let small = try #require(PairedDifference(pairs(50), seed: 1))
    let large = try #require(PairedDifference(pairs(5000), seed: 1))
    // 0, 1, 2, 3 and 4 less 1.
    expect(small.difference, equals: 1)
    expect(small.interval.contains(1))
    expect(large.interval.contains(1))
    let (narrow, wide) = (
      large.interval.upperBound - large.interval.lowerBound,
      small.interval.upperBound - small.interval.lowerBound
    )
    // By the root of a hundred; 2 × 1.96 × √2 ÷ √50 for the small one.
    expect(abs(wide - 0.784) < 0.08)
    expect(abs(narrow - 0.0784) < 0.008)
    expect(small.up, equals: 30)
    expect(small.down, equals: 10)
    expect(small.same, equals: 10)
  }
}
