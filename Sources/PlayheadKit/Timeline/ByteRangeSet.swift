/// A set of bytes as ordered runs that neither touch nor overlap.
struct ByteRangeSet: Hashable, Sendable {
  private(set) var ranges: [ByteRange] = []

  /// Adds the bytes of `range`.
  mutating func insert(_ range: ByteRange) {
    guard range.count > 0 else { return }
    let first = ranges.partitionPoint { $0.upperBound >= range.lowerBound }
    let last = ranges.partitionPoint { $0.lowerBound > range.upperBound }
    var merged = range
    if first < last {
      merged = ByteRange(
        min(range.lowerBound, ranges[first].lowerBound),
        max(range.upperBound, ranges[last - 1].upperBound))
    }
    ranges.replaceSubrange(first..<last, with: CollectionOfOne(merged))
  }

  /// The runs of `range` that are not in the set, in order.
  func missing(from range: ByteRange) -> [ByteRange] {
    var missing: [ByteRange] = []
    var position = range.lowerBound
    for held in ranges[ranges.partitionPoint { $0.upperBound > range.lowerBound }...] {
      guard held.lowerBound < range.upperBound else { break }
      if held.lowerBound > position { missing.append(ByteRange(position, held.lowerBound)) }
      position = max(position, held.upperBound)
    }
    if position < range.upperBound { missing.append(ByteRange(position, range.upperBound)) }
    return missing
  }
}
