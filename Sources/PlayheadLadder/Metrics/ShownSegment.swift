package import PlayheadModel

/// A segment that was loaded, and what of it is shown where others took the place of the rest.
package struct ShownSegment: Hashable, Sendable {
  /// The segment.
  package let segment: LoadedSegment
  /// What of its media time is shown.
  package var range: TimeRange
}

extension LadderSession {
  /// The segments of a lane, or parts of them, in the order in which they are shown.
  ///
  /// A segment that replaces others takes their place from the playhead on, as it was when the
  /// segment came; one of which the playhead was past the end then is not among them.
  ///
  /// - Parameters:
  ///   - lane: the number of the lane.
  ///   - times: the wall times within which they are shown: what replaced others before these begin
  ///     took
  ///     their place wholly. `nil` for the whole session.
  /// - Returns: the segments, and those parts of replaced ones that remain.
  package func shownSegments(lane: Int, during times: Range<WallTime>? = nil) -> [ShownSegment] {
    parts(lane: lane, during: times).parts
      .map { ShownSegment(segment: segments[$0.segment], range: $0.range) }
  }

  /// The same as numbers of segments.
  func parts(lane: Int, during times: Range<WallTime>? = nil) -> ShownParts {
    var shown = ShownParts()
    shown.reserve(segments.count)
    for number in segments.indices where segments[number].lane == lane {
      if let times, segments[number].begun >= times.upperBound { break }
      guard segments[number].isReplacement else {
        shown.insert(ShownParts.Part(segment: number, range: segments[number].shown))
        continue
      }
      let isBefore = times.map { segments[number].begun <= $0.lowerBound } ?? false
      shown.add(segments[number], numbered: number, wholly: isBefore)
    }
    return shown
  }

  /// Calls `body` with all media that was played, one after the other, and with what was shown of a
  /// lane meanwhile.
  func forEachPlayed(lane: Int, _ body: (PlayedMedia, ShownParts) -> Void) {
    let own = segments.indices.filter { segments[$0].lane == lane }
    // What comes before it is played.
    var before = ShownParts()
    var count = 0
    for played in played {
      let times = played.wallTimes
      while count < own.count, segments[own[count]].begun <= times.lowerBound,
        segments[own[count]].begun < times.upperBound
      {
        before.add(segments[own[count]], numbered: own[count], wholly: true)
        count += 1
      }
      var shown = before
      for number in own[count...] {
        if segments[number].begun >= times.upperBound { break }
        shown.add(segments[number], numbered: number)
      }
      body(played, shown)
    }
  }
}

extension ShownParts.Part {
  /// The share of its segment's length, which is `shown`, that is shown: one unless others replaced
  /// it in part.
  func share(of shown: TimeRange) -> Double {
    range == shown ? 1 : range.duration.seconds / shown.duration.seconds
  }
}
