package import PlayheadModel

/// What a level is in one of several periods of DASH.
package struct LevelPeriod: Hashable, Sendable, Codable {
  /// The numbers of its segments in the level.
  package let segments: Range<Int>
  /// The `id` of the representation.
  package let name: String
  /// The declared bit rate.
  package let bitRate: BitRate
  /// The size of the picture; `nil` if it is not declared.
  package let resolution: Resolution?
  /// The declared frames per second, in thousandths; `nil` if they are not declared.
  package let frameRateThousandths: Int64?
  /// The declared codecs, as RFC 6381 writes them; empty if they are not declared.
  package let codecs: [String]
  /// Whether the period has no such level, so that its highest one stands in.
  package let isStandIn: Bool
  /// What its media is; empty if it was not read.
  package var tracks: [MeasuredTrack] = []

  /// The period in which a level has `segments`, and what it declares there.
  package init(
    segments: Range<Int>, name: String, bitRate: BitRate, resolution: Resolution?,
    frameRateThousandths: Int64?, codecs: [String], isStandIn: Bool
  ) {
    self.segments = segments
    self.name = name
    self.bitRate = bitRate
    self.resolution = resolution
    self.frameRateThousandths = frameRateThousandths
    self.codecs = codecs
    self.isStandIn = isStandIn
  }
}

extension Level {
  /// The level as it is declared in `period`, with the segments of all periods.
  func declared(in period: LevelPeriod) -> Level {
    var level = self
    level.name = period.name
    level.bitRate = period.bitRate
    level.resolution = period.resolution
    level.frameRateThousandths = period.frameRateThousandths
    level.codecs = period.codecs
    level.periods = []
    return level
  }

  /// The level of each period that has it, with what it declares and measures there, and the number
  /// of its first segment; of one without periods, itself.
  package var byPeriod: [(level: Level, firstSegment: Int)] {
    guard !periods.isEmpty else { return [(self, 0)] }
    return periods.filter { !$0.isStandIn }.map { period in
      var level = declared(in: period)
      level.segments = Array(segments[period.segments])
      level.tracks = period.tracks
      return (level, period.segments.lowerBound)
    }
  }

  /// The bit rate that is declared of a segment's period.
  func bitRate(of segment: Int) -> BitRate {
    periods.first { $0.segments.contains(segment) }?.bitRate ?? bitRate
  }
}

extension LadderLane {
  /// The lane as it is in each of several periods, with when it ends by its declared times; empty
  /// of one period.
  ///
  /// Segments keep their numbers, so that only the levels differ, and what they declare.
  package var byPeriod: [(lane: LadderLane, end: MediaTime)] {
    guard levels[0].periods.count > 1 else { return [] }
    return levels[0].periods.indices.map { place in
      let own = levels.filter { place < $0.periods.count && !$0.periods[place].isStandIn }
      let last = levels[0].periods[place].segments.upperBound - 1
      return (
        LadderLane(kind, levels: own.map { $0.declared(in: $0.periods[place]) }),
        levels[0].segments[last].declared.end
      )
    }
  }
}
