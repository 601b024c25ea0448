/// The assignment of cases to workers.
///
/// Unless cases run in the order of the suite, a worker stays with one media while it has cases
/// left, then takes an unstarted media, and only then helps others. So at most one media per worker
/// is in memory, whatever the order of the suite.
package struct WorkPlan<Group: RandomAccessCollection<Int>> where Group.Index == Int {
  /// A case and its group, the cases with the same media.
  package struct Item: Hashable, Sendable {
    package var number: Int
    package var group: Int
  }

  private let groups: [Group]
  /// The group of each case; empty unless they run in order.
  private let groupOfCase: [Int]
  private let keepsOrder: Bool
  /// The number of cases taken from each group.
  private var taken: [Int]
  private var nextGroup = 0
  /// The started groups with cases left.
  private var open: [Int] = []
  /// The next case in the order of the suite, and the end of the cases to run.
  private var nextCase = 0
  private var end: Int

  /// A plan for `groups` of cases with the same media, by case number in order.
  package init(groups: [Group], keepsOrder: Bool) {
    self.groups = groups
    self.keepsOrder = keepsOrder
    end = groups.reduce(0) { $0 + $1.count }
    var groupOfCase = [Int](repeating: 0, count: keepsOrder ? end : 0)
    for (group, cases) in groups.enumerated() where keepsOrder {
      for number in cases { groupOfCase[number] = group }
    }
    self.groupOfCase = groupOfCase
    taken = [Int](repeating: 0, count: groups.count)
  }

  /// The next case for a worker whose last one was in `group`; `nil` if none is left.
  package mutating func next(after group: Int?) -> Item? {
    if keepsOrder {
      guard nextCase < end else { return nil }
      nextCase += 1
      return Item(number: nextCase - 1, group: groupOfCase[nextCase - 1])
    }
    if let group, taken[group] < groups[group].count { return take(group) }
    if nextGroup < groups.count {
      nextGroup += 1
      open.append(nextGroup - 1)
      return take(nextGroup - 1)
    }
    return open.first.flatMap { take($0) }
  }

  /// Stops the assignment of further cases.
  package mutating func stop() {
    end = 0
    nextGroup = groups.count
    open = []
    for group in groups.indices { taken[group] = groups[group].count }
  }

  private mutating func take(_ group: Int) -> Item {
    let cases = groups[group]
    let item = Item(number: cases[cases.startIndex + taken[group]], group: group)
    taken[group] += 1
    if taken[group] == groups[group].count { open.removeAll { $0 == group } }
    return item
  }
}
