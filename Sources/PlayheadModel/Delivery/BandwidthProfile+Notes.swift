extension BandwidthProfile {
  /// The maximum number of intervals that notes list one by one.
  private static let maximumListed = 6

  /// Notes on each of a few `intervals`, and on what follows them.
  package static func notes(on intervals: [Interval], _ afterwards: Afterwards) -> [String] {
    let end = afterwards == .repeats ? "then repeats" : "last rate held"
    guard intervals.count <= maximumListed else { return [end] }
    return intervals.enumerated().map { index, interval in
      guard afterwards == .holdsLast, index == intervals.count - 1 else {
        return "\(interval.duration.text) at \(interval.rate.text)"
      }
      return index == 0 ? "\(interval.rate.text) held" : "then \(interval.rate.text), held"
    } + (afterwards == .repeats ? [end] : [])
  }

  /// The notes of a copy with `intervals`: notes on the intervals describe the new ones, and the
  /// others stay.
  func notes(describing intervals: [Interval], _ afterwards: Afterwards) -> [String] {
    let old = Self.notes(on: self.intervals, self.afterwards)
    guard notes.starts(with: old) else { return notes }
    return Self.notes(on: intervals, afterwards) + notes.dropFirst(old.count)
  }
}
