extension Array {
  /// The index of the first element for which `isBehind` is true; `endIndex` if none is.
  ///
  /// - Precondition: once true, `isBehind` stays true for all later elements.
  package func partitionPoint(where isBehind: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
