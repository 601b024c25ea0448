/// Which case a worker takes next.
///
/// Unless they are run in the order of the suite, a worker stays with one media as long as it has
/// cases left, then takes one that nobody has begun, and only then helps others. So no more media
/// are held at once than there are workers, whatever the order of the suite.
struct WorkPlan {
  /// A case and the group of cases with the same media that it belongs to.
  struct Item: Hashable {
    var number: Int
    var group: Int
  }

  private let groups: [[Int]]
  private let groupOfCase: [Int]
  private let keepsOrder: Bool
  /// How many cases of each group were taken.
  private var taken: [Int]
  private var nextGroup = 0
  /// The groups that were begun and have cases left.
  private var open: [Int] = []
  /// In the order of the suite, the next case, and the first that is not run any more.
  private var nextCase = 0
  private var end: Int

  /// A plan for cases of which `groups` are those with the same media, by their numbers in order.
  init(groups: [[Int]], keepsOrder: Bool) {
    self.groups = groups
    self.keepsOrder = keepsOrder
    end = groups.reduce(0) { $0 + $1.count }
    var groupOfCase = [Int](repeating: 0, count: end)
    for (group, cases) in groups.enumerated() {
      for number in cases { groupOfCase[number] = group }
    }
    self.groupOfCase = groupOfCase
    taken = [Int](repeating: 0, count: groups.count)
  }

  /// The next case for a worker whose last one was of `group`; `nil` if there is nothing left.
  mutating func next(after group: Int?) -> Item? {
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

  /// Nothing that was not taken so far is run any more.
  mutating func stop() {
    end = 0
    nextGroup = groups.count
    open = []
    for group in groups.indices { taken[group] = groups[group].count }
  }

  private mutating func take(_ group: Int) -> Item {
    let item = Item(number: groups[group][taken[group]], group: group)
    taken[group] += 1
    if taken[group] == groups[group].count { open.removeAll { $0 == group } }
    return item
  }
}
