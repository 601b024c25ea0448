/// A set of media times as ordered ranges that neither touch nor overlap.
public struct TimeRangeSet: Hashable, Sendable {
  /// The ranges, in order of time, each longer than nothing.
  public private(set) var ranges: [TimeRange]

  /// The empty set.
  public init() {
    ranges = []
  }

  /// The set of one range; empty if the range has no length.
  public init(_ range: TimeRange) {
    ranges = range.start < range.end ? [range] : []
  }

  /// Whether there is nothing in the set.
  public var isEmpty: Bool { ranges.isEmpty }

  /// The range that holds `time`, its end point included; the later one where two would.
  public func range(containing time: MediaTime) -> TimeRange? {
    ranges.last { $0.contains(time) }
  }
}
