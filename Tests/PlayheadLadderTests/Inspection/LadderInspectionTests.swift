import Expectations
import PlayheadModel
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadLadder

extension TimeRange {
  fileprivate static func milliseconds(_ start: Int64, _ end: Int64) -> TimeRange {
    TimeRange(start: .milliseconds(start), end: .milliseconds(end))
  }
}

@Suite("Inspections of ladders")
struct LadderInspectionTests {
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
  private static func shifted(by time: MediaTime) -> MadeLadder {
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

  @Test("A ladder with one fault is blamed for that fault alone", arguments: faults.indices)
  func blames(number: Int) {
    let (rule, lane, level, segment, made) = Self.faults[number]
    let findings = made.inspection.findings
    expect(findings.map(\.rule), equals: [rule], "\(findings)")
    expect(findings.first?.fault.lane, equals: lane)
    expect(findings.first?.fault.faults.first?.level, equals: level)
    expect(findings.first?.fault.faults.first?.segment, equals: segment)
  }

  @Test("Every rule has a ladder that it blames")
  func isComplete() {
    expect(
      Set(Self.faults.map(\.rule)),
      equals: Set(InspectionRule.allCases.filter { $0.row.media.contains(.ladder) }))
  }

  @Test("A ladder at the limits is blamed for nothing")
  func limits() {
    let made = MadeLadder { level, _ in
      // 100 ms short, and declared 10 % off.
      level.segments[5].measured = .milliseconds(20_000, 23_900)
      level.averageBitRate = BitRate(bitsPerSecond: (level.bitRate.bitsPerSecond * 10 + 10) / 11)
    }
    var apart = MadeLadder()
    apart.changeAudio = { audio in
      audio.segments[9].declared = .milliseconds(36_000, 39_500)
      audio.segments[9].measured = .milliseconds(36_000, 39_500)
    }
    expect(apart.inspection.findings, equals: [])
    expect(made.inspection.findings, equals: [])
    expect(MadeLadder().inspection.findings, equals: [])
    expect(MadeLadder(format: .dash).inspection.findings, equals: [])
    expect(Self.shifted(by: .seconds(4)).inspection.findings, equals: [])
  }

  @Test("What is shown out of order is as long as declared if one track is")
  func tracksApart() {
    func made(_ length: Int64) -> MadeLadder {
      MadeLadder(bytes: [50_000, 100_000, 200_000], audioBytes: nil) { level, _ in
        let old = level.segments[9]
        // All tracks have less than any.
        level.segments[9] = LadderSegment(
          old.resource, declared: old.declared, measured: .milliseconds(36_080, 39_861),
          startsWithSync: true, trackLength: .milliseconds(length))
      }
    }
    expect(made(4000).inspection.findings, equals: [])
    expect(made(4100).inspection.findings, equals: [])
    expect(made(4101).inspection.findings.map(\.rule), equals: [.segmentDurations])
  }

  @Test(
    "Declared codecs are those of the media as far as both tell",
    arguments: [
      (["avc1.64001f", "mp4a.40.2"], ["avc1.64001f", "mp4a.40.2"], true),
      (["mp4a.40.2", "AVC3.64001F"], ["avc1.64081f", "mp4a.40.2"], true),
      (["avc1.100.31"], ["avc1.64001f"], true), (["avc1.77.30"], ["avc1.64001e"], false),
      (["avc1"], ["avc1.64001f"], true), (["avc1.64001f"], ["avc1.640020"], false),
      (["avc1.4d401f"], ["avc1.64001f"], false), (["avc1.64001f"], ["hvc1.1.6.L93.90"], false),
      (["hev1.1.6.L93.B0"], ["hvc1.1.2.L93.90"], true),
      (["hvc1.2.4.L93.B0"], ["hvc1.1.6.L93.B0"], false),
      (["hvc1.1.6.L90.B0"], ["hvc1.1.6.L93.B0"], false), (["hvc1"], ["hvc1.1.6.L93.B0"], true),
      (["mp4a.40.5"], ["mp4a.40.2"], true), (["mp4a.40.2"], ["mp4a.40.5"], false),
      (["mp4a.40.34"], ["mp4a.40.2"], false), (["mp4a.6B"], ["mp4a.40.34"], true),
      (["mp4a.a6"], ["ec-3"], true), (["opus"], ["Opus"], true), (["vp9"], ["vp09"], true),
      (["avc1.64001f"], ["avc1.64001f", "mp4a.40.2"], false),
      (["avc1.64001f", "mp4a.40.2"], ["avc1.64001f"], false),
      (["avc1.64001f", "stpp.ttml.im1t"], ["avc1.64001f"], true),
    ])
  func comparesCodecs(declared: [String], measured: [String], isSame: Bool) {
    let comparison = CodecComparison(declared: declared)
    let found = comparison.mistaken(measured) ?? comparison.unused(measured)
    expect((found == nil), equals: isSame, "\(String(describing: found))")
  }

  @Test("A variant is measured with its audio, which is measured alone")
  func countsAudioIn() {
    let figures = MadeLadder().ladder.figures()
    // (50 000 + 8000) B in 4 s.
    expect(figures[0][0].peak, equals: BitRate(bitsPerSecond: 116_000))
    expect(figures[0][0].average, equals: BitRate(bitsPerSecond: 116_000))
    expect(figures[0][0].includesAudio && !figures[1][0].includesAudio)
    expect(figures[1][0].peak, equals: BitRate(bitsPerSecond: 16_000))
    expect(figures[1][0].declaredPeak == nil)
    expect(figures[0][0].bytes == 500_000 && figures[0][0].mean == .seconds(4))
    expect(MadeLadder(format: .dash).ladder.figures()[0][0].peak?.bitsPerSecond, equals: 100_000)
  }

  @Test(
    "A DASH rate may be anything from the average to the peak, and 10 % around",
    arguments: [(89, true), (91, false), (300, false), (334, true)] as [(Int64, Bool)])
  func dashRates(share: Int64, isBlamed: Bool) {
    var made = MadeLadder(format: .dash, bytes: [100_000], audioBytes: nil)
    made.change = { level, _ in
      // 200 kbit/s on average; the peak is 3 times that.
      level.bitRate = BitRate(bitsPerSecond: 2000 * share)
      level.averageBitRate = nil
      for place in 0..<2 {
        level.segments[place].resource = LadderResource("", bytes: 300_000)
      }
      for place in 2..<10 { level.segments[place].resource = LadderResource("", bytes: 50_000) }
    }
    let rules = made.inspection.findings.map(\.rule)
    expect(rules.contains(.declaredPeak), equals: isBlamed, "\(rules)")
  }

  @Test("A gap costs the stall after which hls.js jumps over it")
  func pricesGaps() throws {
    var made = MadeLadder(bytes: [100_000], audioBytes: nil, hasSections: true)
    made.change = { level, _ in level.segments[5].measured = .milliseconds(20_000, 23_000) }
    let finding = try #require(made.inspection.findings.first { $0.rule == .segmentGaps })
    expect(finding.price, equals: .cost(InspectionCost(stalled: .milliseconds(30))))
    expect(finding.severity, equals: .error)
  }

  @Test("A fault has no price if nothing says what is right, or if playback ends in no case")
  func unpriced() throws {
    // A level with another rate in each period has no one rate that could be right.
    var made = MadeLadder(format: .dash, bytes: [100_000], audioBytes: nil)
    made.change = { level, _ in
      level.periods = [(0..<5, "a"), (5..<10, "b")].map { segments, name in
        LevelPeriod(
          segments: segments, name: name, bitRate: BitRate(bitsPerSecond: 900_000),
          resolution: level.resolution, frameRateThousandths: level.frameRateThousandths,
          codecs: level.codecs, isStandIn: false)
      }
    }
    let rate = try #require(made.inspection.findings.first { $0.rule == .declaredPeak })
    expect(rate.price, equals: .unknown)
    let none = try BandwidthProfile(name: "none", rate: .zero)
    let single = made.inspection(over: none).findings.first { $0.rule == .singleLevel }
    expect(single?.price, equals: .endless)
  }

  @Test("Putting a ladder right leaves nothing of the finding", arguments: faults.indices)
  func corrects(number: Int) {
    let made = Self.faults[number].4
    let ladder = made.ladder
    let inspector = LadderInspector(
      ladder: ladder, figures: ladder.figures(), linkRate: ladder.referenceProfile.meanRate)
    guard let finding = inspector.findings.first,
      let mended = LadderCorrection(inspector: inspector).ladder(without: finding)
    else { return }
    let again = LadderInspector(
      ladder: mended, figures: mended.figures(), linkRate: inspector.linkRate)
    expect(!again.findings.map(\.rule).contains(finding.rule), "\(again.findings)")
    // Bytes are only moved, unless a level or what is missing is added: what it takes at the mean
    // rate.
    guard finding.rule != .singleLevel else { return }
    guard ![.missingSegments, .truncatedSegments].contains(finding.rule) else {
      expect(
        mended.lanes[0].levels.map(\.byteCount),
        equals: MadeLadder().ladder.lanes[0].levels.map(\.byteCount))
      return
    }
    for (lane, other) in zip(ladder.lanes, mended.lanes) {
      let sums = [lane, other].map { lane in
        lane.levels.map(\.byteCount).sorted()
      }
      expect(sums[0], equals: sums[1])
    }
  }
}

extension Level {
  /// The bytes of all segments.
  fileprivate var byteCount: Int64 { segments.reduce(0) { $0 + $1.resource.bytes } }
}
