import Expectations
import Testing

@testable import PlayheadPictures

@Suite struct `An axis` {
  @Test(
    arguments: [
      (22_349, 10, ["0 s", "5 s", "10 s", "15 s", "20 s"]),
      (22_349, 4, ["0 s", "10 s", "20 s"]),
      (900, 5, ["0 s", "0.2 s", "0.4 s", "0.6 s", "0.8 s"]),
      (95_000, 4, ["0", "0:30", "1:00", "1:30"]),
      (7_200_000, 5, ["0", "30:00", "1:00:00", "1:30:00", "2:00:00"]),
    ] as [(Int64, Int, [String])])
  func `of time has round ticks`(end: Int64, count: Int, texts: [String]) {
    expect(Axis(.time, to: end).ticks(atMost: count).map(\.text), equals: texts)
  }

  @Test func `has no more ticks than there is room for, and at least one, whatever its length`() {
    for unit in [Axis.Unit.time, .rate, .bytes, .count] {
      for power in 0..<12 {
        for factor in [Int64(1), 3, 7, 9] {
          let end = factor * (0..<power).reduce(1) { product, _ in product * 10 }
          for count in [1, 3, 10] {
            let ticks = Axis(unit, to: end).ticks(atMost: count)
            expect((1...count + 1).contains(ticks.count), "\(unit) \(end) \(count)")
            expect(ticks.allSatisfy { $0.value <= end })
          }
        }
      }
    }
  }

  @Test func `of heights leaves room above the highest`() {
    for most in [Int64(1), 999, 1000, 4000, 800_000, 123_456_789] {
      expect(Axis(.rate, above: most).end > most)
    }
  }
}
