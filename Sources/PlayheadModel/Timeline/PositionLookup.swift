/// Counts the sorted positions up to a given one in constant time.
///
/// Positions fall into buckets of equal width, with about four positions each if spread evenly.
struct PositionLookup: Hashable, Sendable {
  private let first: Int64
  private let shift: Int64
  /// The number of positions before each bucket, and of all positions at the end.
  private let counts: [UInt32]

  init(_ positions: some Sequence<Int64>, count: Int) {
    var ends: (first: Int64, last: Int64)?
    for position in positions { ends = (ends?.first ?? position, position) }
    guard let ends else {
      (first, shift, counts) = (.max, 0, [0])
      return
    }
    var shift: Int64 = 0
    while (ends.last - ends.first) >> shift > Int64(count / 4) { shift += 1 }
    var counts = [UInt32](repeating: 0, count: Int((ends.last - ends.first) >> shift) + 2)
    for position in positions { counts[Int((position - ends.first) >> shift) + 1] += 1 }
    for bucket in counts.indices.dropFirst() { counts[bucket] += counts[bucket - 1] }
    (first, self.shift, self.counts) = (ends.first, shift, counts)
  }

  /// The number of positions at or before `position`; `at` returns each by its index.
  @inline(__always)
  func count(at position: Int64, at positionOf: (Int) -> Int64) -> Int {
    guard position >= first else { return 0 }
    let bucket = Int(min((position - first) >> shift, Int64(counts.count - 2)))
    var low = Int(counts[bucket])
    var high = Int(counts[bucket + 1])
    while low < high {
      let middle = (low + high) / 2
      if positionOf(middle) > position { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Array {
  /// The index of the first element for which `isBehind` is true; `endIndex` if none is.
  ///
  /// - Precondition: once true, `isBehind` stays true for all later elements.
  @inlinable
  package func partitionPoint(where isBehind: (Element) -> Bool) -> Int {
    partitionPoint(from: startIndex, to: endIndex, where: isBehind)
  }

  /// The same, found sooner if it is near `guess`.
  ///
  /// - Precondition: once true, `isBehind` stays true for all later elements.
  @inlinable
  package func partitionPoint(near guess: Int, where isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    let guess = Swift.min(Swift.max(guess, low), high)
    var width = 4
    if guess == high || isBehind(self[guess]) {
      high = guess
      while high - low > width, isBehind(self[high - width]) {
        high -= width
        width *= 4
      }
      low = Swift.max(low, high - width)
    } else {
      low = Swift.min(high, guess + 1)
      while high - low > width, !isBehind(self[low + width - 1]) {
        low += width
        width *= 4
      }
      high = Swift.min(high, low + width)
    }
    return partitionPoint(from: low, to: high, where: isBehind)
  }

  @inlinable
  package func partitionPoint(
    from start: Int, to end: Int, where isBehind: (Element) -> Bool
  ) -> Int {
    var (low, high) = (start, end)
    while low < high {
      let middle = low + (high - low) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension MediaTime {
  /// About how many of `count` things begin before it that follow each other evenly from `start` to
  /// `end`.
  func guess(of count: Int, from start: MediaTime, to end: MediaTime) -> Int {
    guard self > start else { return 0 }
    guard self < end else { return count }
    return Int(
      (end - start).nanoseconds.dividingFullWidth(
        (self - start).nanoseconds.multipliedFullWidth(by: Int64(count))
      ).quotient)
  }
}
