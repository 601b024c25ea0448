extension RandomAccessCollection {
  /// The first index whose element satisfies `belongsInSecondPart`, found by halving.
  ///
  /// - Precondition: no element that satisfies it comes before one that does not.
  func partitioningIndex(where belongsInSecondPart: (Element) -> Bool) -> Index {
    var low = startIndex
    var count = self.count
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if belongsInSecondPart(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}
