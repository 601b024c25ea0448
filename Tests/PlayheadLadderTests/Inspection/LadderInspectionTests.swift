import Expectations
import PlayheadModel
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadLadder

@Suite("Inspections of ladders")
struct LadderInspectionTests {
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
