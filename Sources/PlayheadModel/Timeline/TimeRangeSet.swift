/// A set of media times as ordered ranges that neither touch nor overlap.
public struct TimeRangeSet: Hashable, Sendable {
  /// The ranges in order of time, none of them empty.
  public private(set) var ranges: [TimeRange]

  /// The empty set.
  public init() {
    ranges = []
  }

  /// The set of one range; empty if the range has no length.
  public init(_ range: TimeRange) {
    ranges = range.start < range.end ? [range] : []
  }

  /// Whether the set is empty.
  public var isEmpty: Bool { ranges.isEmpty }

  /// The range that contains `time`, its end included; the later one of two.
  @inlinable
  public func range(containing time: MediaTime) -> TimeRange? {
    // Most sets have one range, and most times that are asked for are in the last one.
    guard let last = ranges.last else { return nil }
    if last.start <= time { return last.end >= time ? last : nil }
    return earlierRange(containing: time)
  }

  /// The same before the last range.
  @usableFromInline
  func earlierRange(containing time: MediaTime) -> TimeRange? {
    let following = ranges.partitionPoint { $0.start > time }
    guard following > 0, ranges[following - 1].end >= time else { return nil }
    return ranges[following - 1]
  }

  /// Adds the times of `range` and merges ranges that touch.
  public mutating func insert(_ range: TimeRange) {
    guard range.start < range.end else { return }
    if let last = ranges.last, range.start >= last.start, range.start <= last.end {
      ranges[ranges.count - 1].end = max(last.end, range.end)
      return
    }
    let first = ranges.partitionPoint { $0.end >= range.start }
    let following = ranges.partitionPoint { $0.start > range.end }
    var merged = range
    if first < following {
      merged.start = min(merged.start, ranges[first].start)
      merged.end = max(merged.end, ranges[following - 1].end)
    }
    ranges.replaceSubrange(first..<following, with: CollectionOfOne(merged))
  }

  /// Removes all times from `time` on.
  public mutating func remove(from time: MediaTime) {
    ranges.removeSubrange(ranges.partitionPoint { $0.start >= time }...)
    if let last = ranges.indices.last { ranges[last].end = min(ranges[last].end, time) }
  }

  /// Removes all times before `time`.
  public mutating func remove(before time: MediaTime) {
    ranges.removeSubrange(..<ranges.partitionPoint { $0.end > time })
    if let first = ranges.first, first.start < time { ranges[0].start = time }
  }
}
