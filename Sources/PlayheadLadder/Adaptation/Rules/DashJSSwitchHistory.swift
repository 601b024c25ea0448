/// The latest decisions of dash.js and the rule that follows from them: a level from which too many
/// switches lead down is avoided.
struct DashJSSwitchHistory: Hashable, Sendable {
  /// How many decisions are kept.
  static let size = 8
  private var entries: [Entry] = []

  private struct Entry: Hashable, Sendable {
    var level: Int
    var isDrop: Bool
  }

  /// Takes note of a decision for `new` while `current` was being loaded.
  mutating func add(from current: Int, to new: Int) {
    entries.append(Entry(level: current, isDrop: new < current))
    if entries.count > Self.size { entries.removeFirst() }
  }

  /// Forgets everything, as the player does at an abandonment.
  mutating func reset() { entries = [] }

  /// The level to limit to; `nil` for none.
  func limit(levelCount: Int) -> Int? {
    var drops = 0
    var total = 0
    for level in 0..<levelCount {
      let own = entries.filter { $0.level == level }
      guard !own.isEmpty else { continue }
      let ownDrops = own.count { $0.isDrop }
      drops += ownDrops
      total += own.count
      let share = Double(drops) / Double(total - drops)
      if total >= Self.size, share > 0.075 { return level > 0 && ownDrops > 0 ? level - 1 : level }
    }
    return nil
  }
}
