import PlayheadLadder
package import PlayheadModel

/// What an inspection measures of a level.
package struct LevelFigures: Hashable, Sendable {
  /// The declared peak: `BANDWIDTH`, `@bandwidth`; `nil` if nothing declares one.
  package let declaredPeak: BitRate?
  /// The declared average: `AVERAGE-BANDWIDTH`; `nil` if it is not declared.
  package let declaredAverage: BitRate?
  /// The run of segments with the highest bit rate; `nil` if no run is of the length that counts.
  package let peakRun: PeakRun?
  /// The peak of what is declared: of an HLS variant with audio apart, with that of the audio.
  package internal(set) var peak: BitRate?
  /// The average of what is declared, counted in the same way.
  package internal(set) var average: BitRate?
  /// Whether peak and average have the audio apart in them.
  package internal(set) var includesAudio = false
  /// The number of segments.
  package let segmentCount: Int
  /// The bytes of all segments.
  package let bytes: Int64
  /// The length of the shortest segment.
  package let shortest: MediaTime
  /// The mean length of segments, to the nearest nanosecond.
  package let mean: MediaTime
  /// The length of the longest segment.
  package let longest: MediaTime

  /// The figures of `level` on its own.
  init(_ level: Level, declaresPeak: Bool) {
    declaredPeak = declaresPeak ? level.bitRate : nil
    declaredAverage = level.averageBitRate
    peakRun = PeakRun(of: level, targetDuration: level.targetDuration ?? level.usualTarget)
    peak = peakRun?.rate
    average = level.segments.filter(\.isPresent).meanRate
    segmentCount = level.segments.count
    let all = level.segments.reduce(Int128(0)) { $0 + Int128($1.resource.bytes) }
    bytes = Int64(clamping: all)
    let lengths = level.segments.map(\.shown.duration)
    shortest = lengths.min() ?? .zero
    longest = lengths.max() ?? .zero
    let total = lengths.reduce(Int128(0)) { $0 + Int128($1.nanoseconds) }
    let count = Int128(max(1, lengths.count))
    mean = MediaTime(nanoseconds: Int64(clamping: (2 * total + count) / (2 * count)))
  }
}

extension Level {
  /// What a packager writes for the target duration where there is none: the longest segment, to
  /// the nearest second.
  fileprivate var usualTarget: MediaTime {
    let longest = segments.map(\.ownLength.nanoseconds).max() ?? 0
    return .seconds(
      max(1, longest / 1_000_000_000 + (longest % 1_000_000_000 >= 500_000_000 ? 1 : 0)))
  }
}

extension [LadderSegment] {
  /// The bytes of all segments over the length that they are for; `nil` if there is none, or too
  /// much to count.
  var meanRate: BitRate? {
    let bytes = reduce(Int128(0)) { $0 + Int128($1.resource.bytes) }
    let length = reduce(Int128(0)) { $0 + Int128($1.ownLength.nanoseconds) }
    guard let bytes = Int64(exactly: bytes), let length = Int64(exactly: length) else { return nil }
    return BitRate(bytes: bytes, over: MediaTime(nanoseconds: length))
  }
}

extension Ladder {
  /// Whether it has a multivariant playlist, which is where HLS declares what variants need.
  var hasVariants: Bool { format == .hls && !manifests.isEmpty }

  /// The figures of each level of each lane.
  func figures() -> [[LevelFigures]] {
    var figures = lanes.enumerated().map { number, lane in
      lane.levels.map {
        LevelFigures($0, declaresPeak: format == .hls ? hasVariants && number == 0 : true)
      }
    }
    guard hasVariants, lanes.count > 1 else { return figures }
    // What a variant declares is the largest sum over the renditions that play with it.
    for (number, level) in lanes[0].levels.enumerated() {
      let audio = level.audioLevel.map { [figures[1][$0]] } ?? figures[1]
      figures[0][number].peak = figures[0][number].peak.plus(audio.map(\.peak))
      figures[0][number].average = figures[0][number].average.plus(audio.map(\.average))
      figures[0][number].includesAudio = true
    }
    return figures
  }
}

extension BitRate? {
  /// The sum with the largest of `others`; `nil` if one of them is unknown.
  fileprivate func plus(_ others: [BitRate?]) -> BitRate? {
    guard let self, let most = others.compactMap(\.self).max(), !others.contains(nil) else {
      return nil
    }
    let (sum, isTooLarge) = self.bitsPerSecond.addingReportingOverflow(most.bitsPerSecond)
    return isTooLarge ? nil : BitRate(bitsPerSecond: sum)
  }
}
