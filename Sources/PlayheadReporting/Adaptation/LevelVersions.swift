import PlayheadModel

/// Levels from times on, in versions that each share with the one before what has not changed.
///
/// A change takes the logarithm of the number of times, as does a question.
struct LevelVersions: Hashable, Sendable {
  /// The levels after some changes: the number of the root of their tree.
  typealias Version = Int32

  /// The times, in order.
  private let times: [MediaTime]
  /// The nodes of all trees; the first is the tree without levels, whatever its times.
  private var nodes = [Node(left: 0, right: 0)]

  /// A tree of the levels at a range of times: the trees of its halves, or of one time the level.
  private struct Node: Hashable {
    var left: Int32
    var right: Int32
  }

  /// Versions with levels from some of `times` on.
  init(of times: [MediaTime]) {
    self.times = Set(times).sorted()
  }

  /// The version without levels.
  var empty: Version { 0 }

  /// `version` with another level from `time` on, up to the next time that has one; without if
  /// `nil`.
  ///
  /// - Precondition: it is one of the times.
  mutating func setting(_ level: Int?, at time: MediaTime, in version: Version) -> Version {
    let place = times.partitionPoint { $0 >= time }
    return setting(level, at: place, in: version, of: times.indices)
  }

  private mutating func setting(
    _ level: Int?, at place: Int, in node: Int32, of range: Range<Int>
  ) -> Int32 {
    if range.count == 1 { return level.map { adding(Node(left: Int32($0), right: 0)) } ?? 0 }
    let middle = (range.lowerBound + range.upperBound) / 2
    var new = nodes[Int(node)]
    if place < middle {
      new.left = setting(level, at: place, in: new.left, of: range.lowerBound..<middle)
    } else {
      new.right = setting(level, at: place, in: new.right, of: middle..<range.upperBound)
    }
    return new.left == 0 && new.right == 0 ? 0 : adding(new)
  }

  private mutating func adding(_ node: Node) -> Int32 {
    nodes.append(node)
    return Int32(nodes.count - 1)
  }

  /// The level at `time`, the first one if that is earlier; `nil` if there is none.
  func level(at time: MediaTime, in version: Version) -> Int? {
    let place = times.partitionPoint { $0 > time } - 1
    return last(to: place, in: version, of: times.indices) ?? first(in: version, of: times.indices)
  }

  private func last(to place: Int, in node: Int32, of range: Range<Int>) -> Int? {
    guard node > 0, place >= range.lowerBound else { return nil }
    if range.count == 1 { return Int(nodes[Int(node)].left) }
    let middle = (range.lowerBound + range.upperBound) / 2
    return last(to: place, in: nodes[Int(node)].right, of: middle..<range.upperBound)
      ?? last(to: place, in: nodes[Int(node)].left, of: range.lowerBound..<middle)
  }

  private func first(in node: Int32, of range: Range<Int>) -> Int? {
    guard node > 0 else { return nil }
    if range.count == 1 { return Int(nodes[Int(node)].left) }
    let middle = (range.lowerBound + range.upperBound) / 2
    let (left, right) = (nodes[Int(node)].left, nodes[Int(node)].right)
    return left > 0
      ? first(in: left, of: range.lowerBound..<middle)
      : first(in: right, of: middle..<range.upperBound)
  }
}
