import PlayheadKit

/// A file that was cut into segments.
struct FileCut: Codable, Hashable {
  /// What a segment is.
  struct Segment: Codable, Hashable {
    var bytes: Int64
    /// When it begins and ends, in nanoseconds from the origin.
    var start: Int64
    var end: Int64
    /// The bytes of each part and when it ends, in turn; `nil` if parts were not read.
    var parts: [Int64]?

    /// Whether its parts, if there are any, grow.
    var isSound: Bool {
      guard bytes >= 0, start < end else { return false }
      let parts = segmentParts
      return (self.parts?.count ?? 0).isMultiple(of: 2)
        && parts.allSatisfy { $0.bytes > 0 && $0.bytes < bytes }
        && parts.allSatisfy { $0.end.nanoseconds > start && $0.end.nanoseconds <= end }
        && zip(parts, parts.dropFirst()).allSatisfy { $0.bytes < $1.bytes && $0.end < $1.end }
    }

    var segmentParts: [LadderSegment.Part] {
      let parts = parts ?? []
      return stride(from: 0, to: parts.count - 1, by: 2).map {
        LadderSegment.Part(bytes: parts[$0], end: MediaTime(nanoseconds: parts[$0 + 1]))
      }
    }
  }

  /// What the segments carry: the raw value of a kind of lane.
  var kind: String
  /// The size of the picture; `nil` without one.
  var width: Int?
  var height: Int?
  var segments: [Segment]

  /// Whether it can be one: segments follow each other from zero on.
  var isSound: Bool {
    guard LadderLane.Kind(rawValue: kind) != nil, let first = segments.first, first.start == 0,
      segments.allSatisfy(\.isSound),
      segments[segments.count - 1].end <= MediaTime.bound.nanoseconds
    else { return false }
    return zip(segments, segments.dropFirst()).allSatisfy { $0.end == $1.start }
  }

  var laneKind: LadderLane.Kind { LadderLane.Kind(rawValue: kind) ?? .muxed }

  var resolution: Resolution? {
    guard let width, let height else { return nil }
    return Resolution(width: width, height: height)
  }

  /// The segments of the file called `name`.
  func segments(of name: String) -> [LadderSegment] {
    segments.enumerated().map { number, segment in
      let range = TimeRange(
        start: MediaTime(nanoseconds: segment.start), end: MediaTime(nanoseconds: segment.end))
      return LadderSegment(
        LadderResource("\(name)#\(number)", bytes: segment.bytes), declared: range,
        measured: range, startsWithSync: laneKind == .audio ? nil : true,
        parts: segment.segmentParts)
    }
  }
}
