import Expectations
import PlayheadModel
import Testing

@testable import MediaReading

@Suite("The plan of what to fetch") struct FetchPlanTests {
  private func held(_ ranges: [(Int64, Int64)]) -> ByteRangeSet {
    ranges.reduce(into: ByteRangeSet()) { $0.insert(ByteRange($1.0, $1.1)) }
  }

  private let least = FetchPlan.leastBytes
  private let far: Int64 = 1 << 40

  @Test("Little at a jump, and twice as much with each step on, up to a limit")
  func doubles() {
    var plan = FetchPlan(size: far)
    var held = ByteRangeSet()
    var offset: Int64 = 10_000_000
    var counts: [Int64] = []
    for _ in 0..<10 {
      let range = plan.next(at: offset, held: held)
      expect(range.lowerBound, equals: offset)
      held.insert(range)
      counts.append(range.count)
      offset = range.upperBound
    }
    expect(counts, equals: [1, 2, 4, 8, 16, 32, 64, 128, 128, 128].map { $0 * least })
    expect(plan.next(at: offset + (1 << 30), held: held).count, equals: least)
  }

  @Test("What is passed over is fetched if it is little, or little beside what came before")
  func gaps() {
    for (gap, isPassedOver) in [(65_536, true), (65_537, false)] as [(Int64, Bool)] {
      var plan = FetchPlan(size: far)
      let first = plan.next(at: 0, held: held([]))
      expect(first, equals: ByteRange(0, least))
      let next = plan.next(at: least + gap, held: held([(0, least)]))
      expect(next.lowerBound, equals: (isPassedOver ? least : least + gap))
      expect(next.upperBound >= least + gap + least)
    }
  }

  @Test("The end of the file ends a request, and so does what is there already")
  func ends() {
    var plan = FetchPlan(size: 1000)
    expect(plan.next(at: 10, held: held([])), equals: ByteRange(10, 1000))
    plan = FetchPlan(size: far)
    expect(plan.next(at: 0, held: held([(1000, far)])), equals: ByteRange(0, 1000))
    // Little that is there is fetched again rather than jumped over.
    plan = FetchPlan(size: far)
    expect(plan.next(at: 0, held: held([(1000, 1010)])), equals: ByteRange(0, least))
    plan = FetchPlan(size: far)
    expect(plan.next(at: 0, held: held([(1000, least)])), equals: ByteRange(0, 1000))
  }

  @Test("Parts that are close to each other are one request")
  func requests() {
    let plan = FetchPlan(size: 1_000_000)
    func requests(_ ranges: [(Int64, Int64)], held: ByteRangeSet = ByteRangeSet()) -> [ByteRange] {
      plan.requests(for: ranges.map { ByteRange($0, $1) }, held: held)
    }
    expect(requests([(0, 10), (16_394, 20_000)]), equals: [ByteRange(0, 20_000)])
    expect(
      requests([(16_395, 20_000), (0, 10)]), equals: [ByteRange(0, 10), ByteRange(16_395, 20_000)])
    expect(requests([(0, 10)], held: held([(0, 10)])), equals: [])
    expect(requests([(900_000, far), (far, far + 1)]), equals: [ByteRange(900_000, 1_000_000)])
  }

  @Test(
    "A part of some length comes over several connections, in parts that adjoin",
    arguments: [
      ((256 << 10) - 1, 1), (256 << 10, 6), (300_001, 6), (64 << 20, 6), ((64 << 20) + 1, 1),
    ] as [(Int64, Int)])
  func divided(count: Int64, parts: Int) throws {
    let requests = FetchPlan(size: far).requests(for: [ByteRange(7, 7 + count)], held: held([]))
    expect(requests.count, equals: parts)
    expect(requests.first?.lowerBound == 7 && requests.last?.upperBound == 7 + count)
    expect(zip(requests, requests.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
    let counts = requests.map(\.count)
    try expect(#require(counts.max()) - #require(counts.min()) <= 1)
    // Where several are asked for anyhow, each is one.
    let two = FetchPlan(size: far).requests(
      for: [ByteRange(0, count), ByteRange(2 * count, 3 * count)], held: held([]))
    expect(two.count, equals: 2)
  }

  @Test("What follows is asked for with the last part, as far as it is missing")
  func ahead() {
    func requests(
      _ range: (Int64, Int64), ahead: Int64, held: ByteRangeSet = ByteRangeSet()
    ) -> [ByteRange] {
      FetchPlan(size: 1_000_000)
        .requests(for: [ByteRange(range.0, range.1)], held: held, ahead: ahead)
    }
    expect(requests((0, 10), ahead: 100), equals: [ByteRange(0, 110)])
    expect(requests((0, 10), ahead: .max), equals: [ByteRange(0, 1_000_000)])
    expect(requests((0, 10), ahead: 100, held: held([(50, 60)])), equals: [ByteRange(0, 50)])
    expect(requests((0, 10), ahead: 100, held: held([(10, 60)])), equals: [ByteRange(0, 10)])
    // Where nothing is missing, nothing is asked for.
    expect(requests((0, 10), ahead: 100, held: held([(0, 10)])), equals: [])
    expect(requests((999_990, 1_000_000), ahead: 100), equals: [ByteRange(999_990, 1_000_000)])
    // The parts of what is waited for are as long as each other.
    let parts = requests((0, 600_000), ahead: 1000)
    expect(parts.count == 6 && parts.last == ByteRange(500_000, 601_000))
  }
}
