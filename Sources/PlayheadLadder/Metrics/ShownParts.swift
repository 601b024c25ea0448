package import PlayheadModel

/// What is shown of a lane's segments, kept up as one after the other is complete.
///
/// Adding a segment takes the logarithm of how many there are, and the few parts that it overlaps.
package struct ShownParts {
  /// A segment, or what of it remains.
  package struct Part {
    /// The number of the segment in the session.
    package var segment: Int
    /// What of its media time is shown.
    package var range: TimeRange
  }

  /// The parts by the start of what they show; of those that start together, the earlier segment
  /// first.
  package private(set) var parts: [Part] = []
  /// The longest there has been.
  private var longest = MediaTime.zero

  package init() {}

  /// Adds a segment, which comes after all that were added.
  ///
  /// - Parameters:
  ///   - segment: the segment.
  ///   - number: its number in the session.
  ///   - wholly: whether it replaces others with all that it shows, not from the playhead on only.
  /// - Returns: the starts of all parts that may have changed, among others.
  @discardableResult
  package mutating func add(
    _ segment: LoadedSegment, numbered number: Int, wholly: Bool = false
  ) -> [MediaTime] {
    var part = Part(segment: number, range: segment.shown)
    guard segment.isReplacement else {
      insert(part)
      return [part.range.start]
    }
    guard segment.damage == nil else { return [] }
    if !wholly { part.range.start = max(part.range.start, segment.playhead) }
    guard part.range.start < part.range.end else { return [] }
    longest = max(longest, part.range.duration)
    let places = places(from: part.range.start, through: part.range.end)
    let remaining = parts[places].flatMap { $0.parts(outside: part.range) } + [part]
    let starts = parts[places].map(\.range.start) + remaining.map(\.range.start)
    parts.replaceSubrange(
      places,
      with: remaining.sorted { ($0.range.start, $0.segment) < ($1.range.start, $1.segment) })
    return starts
  }

  /// Adds `part` of a segment that takes the place of no other.
  mutating func insert(_ part: Part) {
    longest = max(longest, part.range.duration)
    // Mostly it is shown after all others.
    if let last = parts.last, last.range.start > part.range.start {
      parts.insert(part, at: parts.partitionPoint { $0.range.start > part.range.start })
    } else {
      parts.append(part)
    }
  }

  /// Makes room for `count` parts.
  mutating func reserve(_ count: Int) { parts.reserveCapacity(count) }

  /// The number of the segment that comes last of those whose parts start at `start`.
  package func segment(startingAt start: MediaTime) -> Int? {
    let following = parts.partitionPoint { $0.range.start > start }
    guard following > 0, parts[following - 1].range.start == start else { return nil }
    return parts[following - 1].segment
  }

  /// The places of all parts that overlap a range, or start at its end; among others.
  func places(from start: MediaTime, through end: MediaTime) -> Range<Int> {
    let first = parts.partitionPoint { $0.range.start + longest > start }
    return first..<max(first, parts.partitionPoint { $0.range.start > end })
  }
}

extension ShownParts.Part {
  /// The parts of it before and after `other`.
  fileprivate func parts(outside other: TimeRange) -> [Self] {
    guard range.start < other.end, other.start < range.end else { return [self] }
    var (before, after) = (self, self)
    before.range.end = other.start
    after.range.start = other.end
    return (range.start < other.start ? [before] : []) + (other.end < range.end ? [after] : [])
  }
}
