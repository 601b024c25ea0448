public import PlayheadModel

/// A segment that was loaded, and what of it is shown where others took the place of the rest.
public struct ShownSegment: Hashable, Sendable {
  /// The segment.
  public let segment: LoadedSegment
  /// What of its media time is shown.
  public var range: TimeRange
}

extension LadderSession {
  /// The segments of a lane, or parts of them, in the order in which they are shown.
  ///
  /// A segment that replaces others takes their place from the playhead on, as it was when the segment was
  /// complete; one of which the playhead was past the end then is not among them.
  ///
  /// - Parameters:
  ///   - lane: the number of the lane.
  ///   - times: the wall times within which they are shown: what replaced others before these begin took
  ///     their place wholly. `nil` for the whole session.
  /// - Returns: the segments, and those parts of replaced ones that remain.
  public func shownSegments(lane: Int, during times: Range<WallTime>? = nil) -> [ShownSegment] {
    var shown: [ShownSegment] = []
    for segment in segments where segment.lane == lane {
      if let times, segment.wallTime >= times.upperBound { break }
      guard segment.isReplacement else {
        shown.append(ShownSegment(segment: segment, range: segment.shown))
        continue
      }
      guard segment.damage == nil else { continue }
      var range = segment.shown
      let isBefore = times.map { segment.wallTime <= $0.lowerBound } ?? false
      if !isBefore { range.start = max(range.start, segment.playhead) }
      guard range.start < range.end else { continue }
      shown = shown.flatMap { $0.parts(outside: range) }
      shown.append(ShownSegment(segment: segment, range: range))
    }
    return shown.sorted { $0.range.start < $1.range.start }
  }

  /// The bytes of segments of which nothing was played as others took their place.
  var replacedBytes: Int64 {
    guard segments.contains(where: \.isReplacement) else { return 0 }
    return Set(segments.map(\.lane)).reduce(0) { sum, lane in
      var kept = Set(shownSegments(lane: lane).map(\.segment))
      for played in played {
        for shown in shownSegments(lane: lane, during: played.wallTimes)
        where shown.range.start < played.range.end && played.range.start < shown.range.end {
          kept.insert(shown.segment)
        }
      }
      let lost = segments.filter { $0.lane == lane && $0.damage == nil && !kept.contains($0) }
      return sum + lost.reduce(0) { $0 + $1.bytes }
    }
  }
}

extension ShownSegment {
  /// The share of its length that is shown: one unless others replaced it in part.
  var share: Double {
    range == segment.shown ? 1 : range.duration.seconds / segment.shown.duration.seconds
  }

  /// The parts of it before and after `other`.
  fileprivate func parts(outside other: TimeRange) -> [ShownSegment] {
    guard range.start < other.end, other.start < range.end else { return [self] }
    var (before, after) = (self, self)
    before.range.end = other.start
    after.range.start = other.end
    return (range.start < other.start ? [before] : []) + (other.end < range.end ? [after] : [])
  }
}
