import PlayheadKit

/// The stretches of media that a player has, in order, none of which touch.
struct OracleRanges {
  private(set) var ranges: [ClosedRange<Int64>] = []

  /// Adds a stretch that is longer than nothing.
  mutating func add(_ range: ClosedRange<Int64>) {
    var merged = range
    for other in ranges where other.overlaps(range) {
      merged = min(merged.lowerBound, other.lowerBound)...max(merged.upperBound, other.upperBound)
    }
    ranges = (ranges.filter { !$0.overlaps(range) } + [merged]).sorted {
      $0.lowerBound < $1.lowerBound
    }
  }

  /// Takes away all before `time`, and says whether there was anything.
  mutating func remove(before time: Int64) -> Bool {
    let before = ranges
    ranges = ranges.filter { $0.upperBound > time }.map { max(time, $0.lowerBound)...$0.upperBound }
    return ranges != before
  }

  /// The end of the stretch that holds `time`, or `time` if none does.
  func end(around time: Int64) -> Int64 {
    ranges.first { $0.contains(time) }?.upperBound ?? time
  }

  var timeRanges: TimeRangeSet {
    var set = TimeRangeSet()
    for range in ranges {
      set.insert(
        TimeRange(
          start: MediaTime(nanoseconds: range.lowerBound),
          end: MediaTime(nanoseconds: range.upperBound)))
    }
    return set
  }
}
