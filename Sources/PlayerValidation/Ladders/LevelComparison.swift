package import PlayheadKit

/// The level of each segment that a prediction requests beside what runs of a real player did.
package struct LevelComparison: Hashable, Sendable {
  /// One segment of a lane that has several levels.
  package struct Segment: Hashable, Sendable {
    package var lane: Int
    package var segment: Int
    /// The level that was requested last; `nil` if none was.
    package var predicted: Int?
    package var real: [Int?]

    /// Whether a run has the level that is predicted.
    package var agrees: Bool { real.contains(predicted) }
  }

  /// The segments that the prediction or the first run requested, in order.
  package var segments: [Segment]

  package init(_ ladder: Ladder, predicted: PlaybackOutline, runs: [PlaybackOutline]) {
    let places = LadderPlaces(ladder)
    let prediction = Self.levels(predicted, places, ladder)
    let real = runs.map { Self.levels($0, places, ladder) }
    segments = ladder.lanes.enumerated().filter { $1.levels.count > 1 }.flatMap { number, lane in
      (0..<(lane.levels.map(\.segments.count).max() ?? 0)).map { place in
        let key = Key(lane: number, segment: place)
        return Segment(
          lane: number, segment: place, predicted: prediction[key], real: real.map { $0[key] })
      }
    }.filter { $0.predicted != nil || $0.real[0] != nil }
  }

  private struct Key: Hashable {
    var lane: Int
    var segment: Int
  }

  private static func levels(
    _ outline: PlaybackOutline, _ places: LadderPlaces, _ ladder: Ladder
  ) -> [Key: Int] {
    var levels: [Key: Int] = [:]
    for request in outline.requests {
      guard let place = places.place(of: request), place.content == .segment,
        var segment = place.segment
      else { continue }
      levels[Key(lane: place.lane, segment: segment)] = place.level
      // A whole segment, or the rest of one, is requested with all of its parts.
      let segments = ladder.lanes[place.lane].levels[place.level].segments
      while segment + 1 < segments.count, segments[segment + 1].partNumber > 0,
        let range = segments[segment + 1].resource.range,
        range.lowerBound < request.offset + request.bytes
      {
        segment += 1
        levels[Key(lane: place.lane, segment: segment)] = place.level
      }
    }
    return levels
  }

  /// The number of segments whose level is predicted.
  package var agreeing: Int { segments.count(where: \.agrees) }

  /// The first segment whose level is not.
  package var firstDifference: Segment? { segments.first { !$0.agrees } }

  /// Whether at least 95 % of the segments have their level.
  package var agrees: Bool { agreeing * 100 >= 95 * segments.count }
}
