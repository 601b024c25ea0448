import Expectations
import Testing

@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite struct `The plan of who runs what` {
  /// Groups of random sizes, their cases dealt out at random.
  private static func groups(_ random: inout SplitMix64) -> [[Int]] {
    var groups = [[Int]](repeating: [], count: random.int(1...8))
    for number in 0..<random.int(1...40) { groups[random.int(0...groups.count - 1)].append(number) }
    // As a suite has them: numbered by their first case, and none without any.
    return groups.filter { !$0.isEmpty }.sorted { $0[0] < $1[0] }
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `has each case run once, with no more media begun than there are workers`(
    seed: UInt64
  ) {
    var random = SplitMix64(seed: seed)
    let groups = Self.groups(&random)
    let workers = random.int(1...4)
    var plan = WorkPlan(groups: groups, keepsOrder: false)
    var current = [Int?](repeating: nil, count: workers)
    var left = groups.map(\.count)
    var seen: Set<Int> = []
    var active = Array(0..<workers)
    while !active.isEmpty {
      // Workers finish in any order.
      let turn = random.int(0...active.count - 1)
      let worker = active[turn]
      guard let item = plan.next(after: current[worker]) else {
        active.remove(at: turn)
        continue
      }
      expect(seen.insert(item.number).inserted, "seed \(seed)")
      expect(groups[item.group].contains(item.number), "seed \(seed)")
      current[worker] = item.group
      left[item.group] -= 1
      let begun = groups.indices.count { left[$0] > 0 && left[$0] < groups[$0].count }
      expect(begun <= workers, "seed \(seed)")
    }
    expect(seen.count, equals: groups.reduce(0) { $0 + $1.count }, "seed \(seed)")
  }

  @Test func `keeps to the order of the suite where that matters, and stops when told to`() {
    var plan = WorkPlan(groups: [[0, 2], [1, 3]], keepsOrder: true)
    expect(plan.next(after: nil), equals: WorkPlan.Item(number: 0, group: 0))
    expect(plan.next(after: 0), equals: WorkPlan.Item(number: 1, group: 1))
    expect(plan.next(after: nil), equals: WorkPlan.Item(number: 2, group: 0))
    plan.stop()
    expect(plan.next(after: 0) == nil)
    expect(plan.next(after: nil) == nil)
  }

  @Test func `begins no media while one at hand has cases left`() {
    var plan = WorkPlan(groups: [[0, 2, 4], [1], [3]], keepsOrder: false)
    expect(plan.next(after: nil)?.number, equals: 0)
    expect(plan.next(after: nil)?.number, equals: 1)
    expect(plan.next(after: 0)?.number, equals: 2)
    expect(plan.next(after: 1)?.number, equals: 3)
    // Nothing is left to begin, so this one helps.
    expect(plan.next(after: 2)?.number, equals: 4)
    expect(plan.next(after: 0) == nil)
  }
}
