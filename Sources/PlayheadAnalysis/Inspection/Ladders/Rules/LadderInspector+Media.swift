import PlayheadLadder
import PlayheadModel

/// Whether levels are what they are declared to be, and can be switched to often enough.
extension LadderInspector {
  var mediaFindings: [LadderFinding] {
    codecs + resolutions + frameRates + syncIntervals + untimed + missingTracks
  }

  /// The tracks that play with a level: its own, and those of the renditions of its audio; `nil` if
  /// some of them were not read.
  private func tracks(with level: Level, lane: Int) -> [MeasuredTrack]? {
    var levels = [level]
    // CODECS of a variant are those of its renditions too.
    if ladder.hasVariants, lane == 0, ladder.lanes.count > 1 {
      levels += level.audioLevel.map { [ladder.lanes[1].levels[$0]] } ?? ladder.lanes[1].levels
    }
    guard !levels.contains(where: \.tracks.isEmpty) else { return nil }
    return levels.flatMap(\.tracks)
  }

  private var codecs: [LadderFinding] {
    findingsByPeriod(.declaredCodecs) { level, lane, number in
      guard !level.codecs.isEmpty, let tracks = tracks(with: level, lane: lane) else { return nil }
      let measured = tracks.compactMap(\.codec)
      guard measured.count == tracks.count else { return nil }
      let comparison = CodecComparison(declared: level.codecs)
      guard comparison.mistaken(measured) != nil || comparison.unused(measured) != nil
      else { return nil }
      var texts: [String] = []
      for codec in measured where !texts.contains(codec) { texts.append(codec) }
      return LevelFault(
        level: number,
        .texts(level.codecs.joined(separator: ","), against: texts.joined(separator: ",")))
    }
  }

  private var resolutions: [LadderFinding] {
    findingsByPeriod(.declaredResolution) { level, _, number in
      // Of pictures that are stretched, the declared width may be the one that is shown.
      guard let declared = level.resolution,
        let largest = level.tracks.compactMap(\.dimensions).max(by: { $0.height < $1.height }),
        declared.height != largest.height, declared.height != largest.width
      else { return nil }
      return LevelFault(
        level: number,
        .texts(
          "\(declared.width)x\(declared.height)", against: "\(largest.width)x\(largest.height)"))
    }
  }

  private var frameRates: [LadderFinding] {
    findingsByPeriod(.declaredFrameRate) { level, _, number in
      let videos = level.tracks.filter { $0.kind == .video }
      guard let declared = level.frameRateThousandths,
        let least = videos.compactMap(\.frameRateThousandths).min(),
        let most = videos.compactMap(\.peakFrameRateThousandths).max()
      else { return nil }
      let error = InspectionLimit.frameRatePercentage
      // Thousandths of frames are below 2⁵⁰.
      let isFar =
        Int128(declared) * 100 < Int128(least) * Int128(100 - error)
        || Int128(declared) * 100 > Int128(max(least, most)) * Int128(100 + error)
      guard isFar else { return nil }
      func text(_ thousandths: Int64) -> String {
        decimalText(thousandths, places: 3, trimmed: true)
      }
      return LevelFault(level: number, .texts(text(declared), against: text(least)))
    }
  }

  private var untimed: [LadderFinding] {
    guard ladder.format == .hls else { return [] }
    return findings(.untimedAudio) { level, _, number in
      let count = level.tracks.compactMap(\.untimedSegments).reduce(0, +)
      return count > 0
        ? LevelFault(level: number, .counts(count, against: level.segments.count)) : nil
    }
  }

  private var missingTracks: [LadderFinding] {
    findings(.missingTrack) { level, _, number in
      let track = level.tracks.first { $0.missingSegments != nil }
      guard let track, let segments = track.missingSegments, let first = segments.first else {
        return nil
      }
      return LevelFault(
        level: number, segment: first, count: segments.count,
        .texts(track.kind.rawValue, against: "\(level.segments.count)"))
    }
  }

  private var syncIntervals: [LadderFinding] {
    findings(.syncInterval) { level, _, number in
      let limit = InspectionLimit.syncInterval
      // Of most frame rates two seconds are no whole number of frames.
      guard let longest = level.tracks.compactMap(\.longestSyncInterval).max(),
        longest > limit + InspectionLimit.durationError
      else { return nil }
      return LevelFault(level: number, .times(longest, against: limit))
    }
  }
}
