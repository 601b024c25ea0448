import PlayheadModel

@testable import PlayheadAnalysis
@testable import PlayheadLadder

/// A ladder for each rule, and for some of them several.
extension LadderInspectionTests {
  /// Ladders with one fault each.
  static let faults: [(rule: InspectionRule, lane: Int, level: Int, segment: Int?, MadeLadder)] = [
    (
      .missingSegments, 0, 1, 3,
      made { level, number in
        guard number == 1 else { return }
        level.segments[3] = LadderSegment(
          LadderResource("gone", bytes: 0), declared: level.segments[3].declared, damage: "gone")
      }
    ),
    (
      .missingSegments, 0, 0, 2,
      made { level, number in
        guard number == 0 else { return }
        level.segments[2] = LadderSegment(
          LadderResource("gap", bytes: 0), declared: level.segments[2].declared, isGap: true)
      }
    ),
    (
      .keyRotation, 0, 0, nil,
      made { level, number in
        guard number == 0 else { return }
        level.keys = level.segments.indices.map {
          LevelKey(LadderResource("key \($0)", bytes: 16))
        }
        for place in level.segments.indices { level.segments[place].key = place }
      }
    ),
    (
      .criticalLicence, 0, 2, nil,
      made { level, number in
        guard number == 2 else { return }
        level.keys = [
          LevelKey(
            LadderResource("licence", bytes: 4096), isLicence: true, serverTime: .seconds(1))
        ]
        for place in level.segments.indices { level.segments[place].key = 0 }
      }
    ),
    (
      .lateSegments, 0, 1, 4,
      MadeLadder(changeRecording: { $0.lanes[0][1].segments[4].lateness = .seconds(1) })
    ),
    (
      .staleManifest, 0, 2, 5,
      MadeLadder(changeRecording: { $0.lanes[0][2].segments[5].unlisted = .seconds(2) })
    ),
    (
      .publishJitter, 0, 0, nil,
      MadeLadder(changeRecording: { recording in
        for place in 3..<8 {
          let since = recording.lanes[0][0].listings[place].since
          recording.lanes[0][0].listings[place].since = since + .seconds(3)
        }
      })
    ),
    (
      .levelDrift, 0, 1, 3,
      MadeLadder(changeRecording: { recording in
        for place in 0..<8 {
          let since = recording.lanes[0][1].listings[place].since
          recording.lanes[0][1].listings[place].since = since + .seconds(5)
        }
      })
    ),
    (
      .dateDrift, 0, 0, nil,
      MadeLadder(changeRecording: { $0.lanes[0][0].dateDrift = .seconds(1) })
    ),
    (.shortHoldBack, 0, 0, nil, MadeLadder(changeRecording: { $0.holdBack = .seconds(11) })),
    (.dependentParts, 0, 2, nil, MadeLadder(changeRecording: { $0.lanes[0][2].parts = 4 })),
    (
      .truncatedSegments, 0, 1, 4,
      made { level, number in
        guard number == 1 else { return }
        level.segments[4] = LadderSegment(
          LadderResource("cut", bytes: 60_000), declared: level.segments[4].declared,
          measured: .milliseconds(16_000, 18_000), damage: "cut", isTruncated: true)
      }
    ),
    (.shiftedSegments, 0, 0, 0, shifted(by: .seconds(4) + .resolution)),
    (
      .segmentGaps, 0, 2, 6,
      made { level, number in
        if number == 2 { level.segments[5].measured = .milliseconds(20_000, 23_850) }
      }
    ),
    (
      .segmentOverlaps, 0, 2, 6,
      made { level, number in
        if number == 2 { level.segments[5].measured = .milliseconds(20_000, 24_150) }
      }
    ),
    (
      .noSyncSample, 0, 1, 4,
      made { level, number in
        guard number == 1 else { return }
        let old = level.segments[4]
        level.segments[4] = LadderSegment(
          old.resource, declared: old.declared, measured: old.measured, startsWithSync: false)
      }
    ),
    (
      .segmentDurations, 0, 0, 9,
      made { level, number in
        level.segments[9].measured = .milliseconds(36_000, 39_899)
        if number > 0 { level.segments[9].declared = .milliseconds(36_000, 39_899) }
      }
    ),
    (
      .targetDuration, 1, 0, 0,
      MadeLadder(
        changeAudio: { audio in
          // 4.5 s rounds to 5 s.
          audio.segments[0].declared = .milliseconds(0, 4500)
          audio.segments[0].measured = .milliseconds(0, 4500)
          audio.segments[1].declared = .milliseconds(4500, 8000)
          audio.segments[1].measured = .milliseconds(4500, 8000)
        })
    ),
    (
      .unalignedLevels, 0, 1, 1,
      made { level, number in
        guard number == 1 else { return }
        level.segments[0].declared = .milliseconds(0, 3899)
        level.segments[0].measured = .milliseconds(0, 3899)
        level.segments[1].declared = .milliseconds(3899, 8000)
        level.segments[1].measured = .milliseconds(3899, 8000)
      }
    ),
    (
      .declaredPeak, 0, 0, nil,
      made { level, number in
        // 116000 bit/s measured: 11.1 % more than declared.
        if number == 0 { level.bitRate = BitRate(bitsPerSecond: 104_400) }
      }
    ),
    (
      .declaredAverage, 0, 2, nil,
      made { level, number in
        if number == 2 { level.averageBitRate = BitRate(bitsPerSecond: 370_000) }
      }
    ),
    (
      .bitRatePeak, 0, 1, 5,
      MadeLadder(bytes: [150_000, 100_000, 500_000]) { level, number in
        // 600 kbit/s once, and 222 kbit/s on average, besides 16 kbit/s of audio.
        guard number == 1 else { return }
        for place in level.segments.indices {
          level.segments[place].resource = LadderResource(
            "", bytes: place == 5 ? 300_000 : 90_000)
        }
        level.bitRate = BitRate(bitsPerSecond: 616_000)
        level.averageBitRate = BitRate(bitsPerSecond: 238_000)
      }
    ),
    (
      .longSegments, 0, 0, 0,
      MadeLadder(seconds: 11, bytes: [150_000, 300_000, 600_000], audioBytes: nil)
    ),
    (.singleLevel, 0, 0, nil, MadeLadder(bytes: [100_000])),
    (
      .firstVariant, 0, 0, nil,
      MadeLadder(
        bytes: [30_000, 60_000, 120_000, 240_000],
        change: { level, number in
          // The middle level, which the link is for, is 2; 0 comes first.
          level.manifestIndex = number
        })
    ),
    (.levelsClose, 0, 1, nil, MadeLadder(bytes: [100_000, 110_000])),
    (.levelsFarApart, 0, 1, nil, MadeLadder(bytes: [50_000, 200_000])),
    (
      .lanesEndApart, 1, 0, nil,
      MadeLadder(
        changeAudio: { audio in
          audio.segments[9].declared = .milliseconds(36_000, 39_499)
          audio.segments[9].measured = .milliseconds(36_000, 39_499)
        })
    ),
    (
      .missingTrack, 0, 1, 2,
      made { level, number in if number == 1 { level.tracks[0].missingSegments = [2, 5] } }
    ),
    (
      .untimedAudio, 1, 0, nil,
      MadeLadder(changeAudio: { $0.tracks[0].untimedSegments = 3 })
    ),
    (
      .presentationLength, 0, 0, nil,
      MadeLadder(
        declaredLength: Ladder.DeclaredLength(
          periods: .milliseconds(40_501), segments: .seconds(40)))
    ),
    (.missingCodecs, 0, 0, nil, without { $0.codecs = [] }),
    (.missingResolution, 0, 0, nil, without { $0.resolution = nil }),
    (.missingFrameRate, 0, 0, nil, without { $0.frameRate = nil }),
    (.missingAverage, 0, 0, nil, made { level, _ in level.averageBitRate = nil }),
    (
      .syncInterval, 0, 1, nil,
      made { level, number in
        if number == 1 { level.tracks[0].longestSyncInterval = .milliseconds(2101) }
      }
    ),
    (
      .unmatchedDiscontinuities, 0, 2, nil,
      made { level, number in
        if number == 2 { level.listing?.stretches.append(.init(sequence: 1, start: .seconds(8))) }
      }
    ),
    (
      .unmatchedDiscontinuities, 1, 0, nil,
      MadeLadder(changeAudio: { $0.listing?.stretches[0].sequence = 3 })
    ),
    (
      .unmatchedDiscontinuities, 0, 1, nil,
      made { level, number in
        // A segment and a millisecond apart.
        let start = MediaTime.milliseconds(number == 1 ? 12_001 : 8000)
        level.listing?.stretches.append(.init(sequence: 1, start: start))
      }.withAudio { $0.listing?.stretches.append(.init(sequence: 1, start: .seconds(8))) }
    ),
    (
      .targetDurationsDiffer, 1, 0, nil,
      MadeLadder(changeAudio: { audio in
        audio = audio.withTargetDuration(.seconds(5))
      })
    ),
    (
      .playlistTypesDiffer, 0, 1, nil,
      made { level, number in if number == 1 { level.listing?.type = nil } }
    ),
    (
      .declaredCodecs, 0, 1, nil,
      made { level, number in if number == 1 { level.tracks[0].codec = "avc1.640014" } }
    ),
    (
      .declaredCodecs, 0, 0, nil,
      MadeLadder(changeAudio: { $0.tracks[0].codec = "ac-3" })
    ),
    (
      .declaredResolution, 0, 2, nil,
      made { level, number in
        if number == 2 { level.tracks[0].dimensions = Track.Dimensions(width: 256, height: 142) }
      }
    ),
    (
      .declaredFrameRate, 0, 0, nil,
      made { level, number in
        guard number == 0 else { return }
        level.tracks[0].frameRateThousandths = 26_400
        level.tracks[0].peakFrameRateThousandths = 26_400
      }
    ),
    (
      .duplicateVariants, 0, 0, nil,
      MadeLadder(
        listing: MultivariantListing(
          iFramePlaylists: 1, duplicateVariants: 2, hasIndependentSegments: true))
    ),
    (
      .missingLanguage, 0, 0, nil,
      MadeLadder(
        listing: MultivariantListing(
          iFramePlaylists: 1, renditionsWithoutLanguage: ["sound"], hasIndependentSegments: true)
      )
    ),
    (
      .missingIFramePlaylists, 0, 0, nil,
      MadeLadder(listing: MultivariantListing(hasIndependentSegments: true))
    ),
    (
      .missingIndependentSegments, 0, 1, nil,
      MadeLadder(
        change: { level, number in level.listing?.hasIndependentSegments = number != 1 },
        listing: MultivariantListing(iFramePlaylists: 1))
    ),
  ]

  private static func made(_ change: @escaping @Sendable (inout Level, Int) -> Void) -> MadeLadder {
    MadeLadder(change: change)
  }

  /// A DASH ladder whose samples are all so much later than the MPD says.
  static func shifted(by time: MediaTime) -> MadeLadder {
    MadeLadder(format: .dash, audioBytes: nil) { level, _ in
      for place in level.segments.indices {
        let declared = level.segments[place].declared
        level.segments[place].measured = TimeRange(
          start: declared.start + time, end: declared.end + time)
      }
    }
  }

  /// What a manifest declares of a level.
  private struct Declared {
    var codecs: [String]
    var resolution: Resolution?
    var frameRate: Int64?
  }

  private static func without(_ change: @escaping @Sendable (inout Declared) -> Void) -> MadeLadder
  {
    made { level, _ in
      var declared = Declared(
        codecs: level.codecs, resolution: level.resolution, frameRate: level.frameRateThousandths)
      change(&declared)
      level = Level(
        name: level.name, bitRate: level.bitRate, averageBitRate: level.averageBitRate,
        resolution: declared.resolution, frameRateThousandths: declared.frameRate,
        codecs: declared.codecs, segments: level.segments, audioLevel: level.audioLevel,
        manifestIndex: level.manifestIndex, targetDuration: level.targetDuration,
        listing: level.listing, tracks: level.tracks)
    }
  }
}

extension TimeRange {
  static func milliseconds(_ start: Int64, _ end: Int64) -> TimeRange {
    TimeRange(start: .milliseconds(start), end: .milliseconds(end))
  }
}
