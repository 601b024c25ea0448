import Expectations
import Testing

@testable import PlayheadPictures

/// What a folded line is at each place, against the line that it was folded from.
@Suite struct `Folding a line` {
  @Test(arguments: [0, 1, 10, 200])
  func `leaves out nothing that is farther from it than the tolerance`(tolerance: Int64) {
    for seed in UInt64(1)...40 {
      var random = SplitMix64(seed: seed)
      var x: Int64 = 0
      var y: Int64 = 500
      let points = (0..<300).map { _ -> Point in
        x += Int64(random.int(1...50))
        y = random.chance(5) ? Int64(random.int(0...1000)) : y + Int64(random.int(-9...9))
        return Point(x, y)
      }
      let folded = Folding.line(points, tolerance: tolerance)
      expect(folded.first == points.first && folded.last == points.last)
      expect(Set(folded).isSubset(of: points))
      for point in points {
        let after = folded.partitioningIndex { $0.x >= point.x }
        let (left, right) = (folded[max(0, after - 1)], folded[after])
        // |y - line| ≤ tolerance, in whole numbers.
        let run = max(1, right.x - left.x)
        let height = left.y * run + (right.y - left.y) * (point.x - left.x)
        let exact = right.x == left.x ? right.y * run : height
        expect((point.y * run - exact).magnitude <= UInt64((tolerance + 1) * run))
      }
      if tolerance == 200 { expect(folded.count < points.count / 4) }
    }
  }

  @Test func `keeps a jump`() {
    let points = [Point(0, 0), Point(10, 10), Point(10, 90), Point(20, 100)]
    expect(Folding.line(points, tolerance: 1), equals: points)
  }

  @Test func `of a straight line leaves its ends`() {
    let points = (0...1000).map { Point(Int64($0), Int64(3 * $0)) }
    expect(Folding.line(points, tolerance: 0), equals: [points[0], points[1000]])
  }
}

@Suite struct `Folding steps` {
  @Test func `joins equal ones, and keeps the end`() {
    let points = [Point(0, 5), Point(1, 5), Point(2, 7), Point(3, 7), Point(9, 7)]
    expect(Folding.steps(points, limit: 10), equals: [Point(0, 5), Point(2, 7), Point(9, 7)])
  }

  @Test func `of too many has means that carry as much`() {
    let points = (0...1000).map { Point(Int64($0) * 10, Int64($0 % 7) * 700) }
    let folded = Folding.steps(points, limit: 100)
    expect(folded.count <= 102)
    func sum(_ points: [Point]) -> Int64 {
      zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.y * ($1.1.x - $1.0.x) }
    }
    // Each of the 100 means is rounded down by less than one, over 100 units.
    expect((sum(points) - sum(folded)).magnitude <= 100 * 100)
  }
}

extension Array {
  fileprivate func partitioningIndex(_ isBehind: (Element) -> Bool) -> Int {
    firstIndex(where: isBehind) ?? endIndex - 1
  }
}
