/// A set of bytes as ordered ranges that neither touch nor overlap.
package struct ByteRangeSet: Hashable, Sendable {
  package private(set) var ranges: [ByteRange] = []

  /// The empty set.
  package init() {}

  /// The end of the last range; zero if the set is empty.
  package var end: Int64 { ranges.last?.upperBound ?? 0 }

  /// Adds the bytes of `range`.
  package mutating func insert(_ range: ByteRange) {
    guard range.count > 0 else { return }
    // Most bytes come behind those that came last.
    if let last = ranges.last, last.lowerBound <= range.lowerBound {
      if range.lowerBound <= last.upperBound {
        ranges[ranges.count - 1].upperBound = max(last.upperBound, range.upperBound)
      } else {
        ranges.append(range)
      }
      return
    }
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

  /// Removes all bytes before `position`.
  package mutating func remove(before position: Int64) {
    ranges.removeSubrange(..<ranges.partitionPoint { $0.upperBound > position })
    if let first = ranges.first, first.lowerBound < position { ranges[0].lowerBound = position }
  }

  /// Removes the bytes of `range`.
  package mutating func remove(_ range: ByteRange) {
    let first = ranges.partitionPoint { $0.upperBound > range.lowerBound }
    let last = ranges.partitionPoint { $0.lowerBound >= range.upperBound }
    guard first < last else { return }
    var rest: [ByteRange] = []
    if ranges[first].lowerBound < range.lowerBound {
      rest.append(ByteRange(ranges[first].lowerBound, range.lowerBound))
    }
    if ranges[last - 1].upperBound > range.upperBound {
      rest.append(ByteRange(range.upperBound, ranges[last - 1].upperBound))
    }
    ranges.replaceSubrange(first..<last, with: rest)
  }

  /// The parts of `range` that are not in the set, in order.
  package func missing(from range: ByteRange) -> [ByteRange] {
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

  /// The first byte from `position` on that is not in the set.
  package func firstMissing(from position: Int64) -> Int64 {
    let place = ranges.partitionPoint { $0.upperBound > position }
    guard place < ranges.count, ranges[place].lowerBound <= position else { return position }
    return ranges[place].upperBound
  }

  /// The end of the last byte before `position` that is not in the set; zero if none exists.
  package func endOfMissing(before position: Int64) -> Int64 {
    let place = ranges.partitionPoint { $0.upperBound >= position }
    guard place < ranges.count, ranges[place].lowerBound < position else { return position }
    return ranges[place].lowerBound
  }

  /// The start of the first range from `position` on; `nil` if none follows.
  package func nextStart(from position: Int64) -> Int64? {
    let place = ranges.partitionPoint { $0.upperBound > position }
    return place < ranges.count ? max(position, ranges[place].lowerBound) : nil
  }
}
