import Expectations
import Foundation
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite("What a baseline records of what a case was")
struct CaseDefinitionTests {
  private static func policy(
    _ change: (inout BufferingPolicy.Parameters) -> Void = { _ in }
  ) throws -> BufferingPolicy {
    var parameters = BufferingPolicy.Parameters()
    change(&parameters)
    return try BufferingPolicy(parameters)
  }

  private static func checkCase(
    _ change: (inout SuiteCase) -> Void = { _ in }
  ) -> SuiteCase {
    var checkCase = CheckResults.checkCase("x")
    change(&checkCase)
    return checkCase
  }

  private static func definition(
    _ checkCase: SuiteCase = checkCase(), rate: Int64 = 1_000_000,
    policy: BufferingPolicy? = nil, tracks: [Int] = [0, 1]
  ) throws -> CaseDefinition {
    let profile = try BandwidthProfile(name: "n", rate: BitRate(bitsPerSecond: rate))
    return CaseDefinition(
      checkCase, network: RecordedNetwork(profile), policy: try policy ?? Self.policy(),
      tracks: tracks)
  }

  private static func changes(_ found: CaseDefinition) throws -> [String] {
    found.changes(since: try definition()).map(\.text)
  }

  @Test("is the same for the same case, whatever it and its parts are called and expect")
  func same() throws {
    try expect(Self.changes(Self.definition()).isEmpty)
    let renamed = Self.checkCase { checkCase in
      checkCase.name = "y"
      checkCase.origin = CaseOrigin(name: "z", position: 3)
      checkCase.network.name = "other"
      checkCase.tags = ["t"]
      checkCase.allowsDamage = true
      checkCase.expectations = [SessionExpectation(.noStall(before: nil))]
    }
    let policy = try Self.policy { $0.name = "other" }
    try expect(Self.changes(Self.definition(renamed, policy: policy)).isEmpty)
  }

  @Test("has the default of a later field of the player where a record lacks it")
  func laterFields() throws {
    var older = try Self.definition()
    let later = ["player.readOrder", "player.blockBytes", "player.parallelRequests"]
    expect(later.allSatisfy { older.text(of: $0) != nil })
    older.parts.removeAll { later.contains($0.key) }
    try expect(Self.definition().changes(since: older).isEmpty)
    let policy = try Self.policy {
      $0.readOrder = .demuxer
      $0.blockBytes = 32768
    }
    try expect(
      Self.definition(policy: policy).changes(since: older).map(\.text),
      equals: [
        "player.readOrder: was byte, is demuxer", "player.blockBytes: was none, is 32768",
      ])
    // Of a player of which nothing was recorded, nothing is known.
    older.parts.removeAll { $0.key.hasPrefix("player.") }
    try expect(Self.definition(policy: policy).changes(since: older).isEmpty)
  }

  @Test("tells each fact that changed")
  func facts() throws {
    try expect(
      Self.changes(Self.definition(rate: 900_000)),
      equals: [
        "network: was 1 Mbit/s, is 900 kbit/s"
      ])
    try expect(Self.changes(Self.definition(tracks: [0])), equals: ["tracks: was 0, 1, is 0"])
    let cases: [((inout SuiteCase) -> Void, String)] = [
      ({ $0.transport = .slowStart(setUpRoundTrips: 2) }, "tcp: was none, is slow-start+tls"),
      ({ $0.loops = 2 }, "loop: was 1, is 2"),
      ({ $0.limit = .seconds(5) }, "limit: was default, is 5s"),
      (
        {
          $0.actions = [
            UserAction(at: .seconds(1), .seek(to: .seconds(8), .keyframe)),
            UserAction(at: .seconds(2), .pause),
          ]
        }, "actions: was none, is 1s seek 8s keyframe, 2s pause"
      ),
    ]
    for (change, text) in cases {
      try expect(Self.changes(Self.definition(Self.checkCase(change))), equals: [text])
    }
  }

  @Test("tells each value of the player that changed")
  func playerValues() throws {
    let values: [((inout BufferingPolicy.Parameters) -> Void, String)] = [
      ({ $0.startupThreshold = .seconds(1) }, "player.startupBufferSeconds: was 2, is 1"),
      ({ $0.resumeThreshold = .seconds(1) }, "player.resumeBufferSeconds: was 2, is 1"),
      ({ $0.afterSeekThreshold = .seconds(2) }, "player.afterSeekBufferSeconds: was none, is 2"),
      ({ $0.highWatermarkBytes = 1 << 20 }, "player.highWatermarkBytes: was none, is 1048576"),
      ({ $0.lowWatermark = .seconds(20) }, "player.lowWatermarkSeconds: was 25, is 20"),
      (
        {
          $0.highWatermarkBytes = 1 << 20
          $0.watermarkCombination = .all
        }, "player.watermarks: was any, is all"
      ),
      ({ $0.byteCap = 1 << 20 }, "player.byteCapBytes: was none, is 1048576"),
      ({ $0.backBuffer = .seconds(3) }, "player.backBufferSeconds: was none, is 3"),
      ({ $0.loadGranularity = 100 }, "player.loadGranularityBytes: was none, is 100"),
      (
        { $0.automaticallyWaitsToMinimizeStalling = false },
        "player.automaticallyWaitsToMinimizeStalling: was true, is false"
      ),
      ({ $0.keepUp = .predictedRate(.init()) }, "player.keepUp: was threshold, is predictedRate"),
      (
        { $0.expensive.forwardBuffer = .seconds(3) },
        "player.expensive.bufferSeconds: was none, is 3"
      ),
      (
        { $0.constrained.peakBitRate = BitRate(bitsPerSecond: 1000) },
        "player.constrained.rateBitsPerSecond: was none, is 1000"
      ),
      ({ $0.readThrough = 0 }, "player.readThroughBytes: was 65536, is 0"),
    ]
    for (change, text) in values {
      let found = try Self.changes(Self.definition(policy: try Self.policy(change)))
      expect(found.contains(text), "\(found)")
    }
  }

  @Test("tells networks apart by anything that decides how bytes flow, and by nothing else")
  func networks() throws {
    let steps = try BandwidthProfile.steps([(1000, 100), (2000, 50)], .repeats)
    let same = try BandwidthProfile(
      name: "other", intervals: steps.intervals, notes: ["a note"])
    expect(RecordedNetwork(steps).digest, equals: RecordedNetwork(same).digest)
    let others = try [
      BandwidthProfile.steps([(1000, 100), (2000, 50)], .holdsLast),
      .steps([(1000, 100), (2000, 51)], .repeats), .steps([(1000, 100), (2001, 50)], .repeats),
      .steps([(1000, 100), (2000, 50)], latency: .milliseconds(1), .repeats),
      .steps([(1000, 100)], .repeats), .steps([(2000, 50), (1000, 100)], .repeats),
      steps.inLowDataMode(),
      steps.jittered(by: LatencyJitter(magnitude: .milliseconds(1), seed: 1)),
      steps.jittered(by: LatencyJitter(magnitude: .milliseconds(1), seed: 2)),
    ]
    let digests = ([steps] + others).map { RecordedNetwork($0).digest }
    expect(Set(digests).count, equals: digests.count)
  }

  @Test("tells a trace by its digest where the words for it are the same")
  func changedTrace() throws {
    func definition(_ steps: [(Int64, Int64)]) throws -> CaseDefinition {
      let profile = try BandwidthProfile.steps(
        steps.map { (milliseconds: $0.0, bytesAMillisecond: $0.1) }, .repeats)
      return CaseDefinition(
        Self.checkCase(), network: RecordedNetwork(profile), policy: try Self.policy(), tracks: [0])
    }
    let changes = try definition([(1000, 50), (1000, 100)])
      .changes(since: definition([(1000, 100), (1000, 50)]))
    expect(changes.map(\.key), equals: ["network"])
    expect(changes[0].text.contains("was 2 intervals in 2 s, mean 600 kbit/s, repeated, SHA-256 "))
    expect(changes[0].recorded != changes[0].found)
  }

  @Test("says what of a network changed, not only that something did")
  func changedNetwork() throws {
    let steps = try BandwidthProfile.steps([(1000, 100), (2000, 50)], .repeats)
    let constant = try BandwidthProfile.steps([(1000, 100)], .holdsLast)
    let texts = try [
      steps, .steps([(1000, 100), (2000, 50)], .holdsLast), steps.inLowDataMode(),
      .steps([(1000, 100), (2000, 50)], latency: .milliseconds(1), .repeats),
      steps.jittered(by: LatencyJitter(magnitude: .milliseconds(1), seed: 2)), constant,
      constant.inLowDataMode(), .steps([(1000, 100)], .repeats),
    ].map { RecordedNetwork($0).text }
    expect(
      texts,
      equals: [
        "2 intervals in 3 s, mean 533 kbit/s, repeated",
        "2 intervals in 3 s, mean 533 kbit/s, then 400 kbit/s held",
        "2 intervals in 3 s, mean 533 kbit/s, repeated, low data mode",
        "2 intervals in 3 s, mean 533 kbit/s, repeated, latency 1 ms",
        "2 intervals in 3 s, mean 533 kbit/s, repeated, jitter 1 ms (seed 2)", "800 kbit/s",
        "800 kbit/s, low data mode", "800 kbit/s for 1 s, repeated",
      ])
  }

  @Test("leaves facts out that only one side knows")
  func unknownFacts() throws {
    var old = try Self.definition()
    old.parts.removeAll { $0.key == "tcp" }
    old.parts.append(CaseDefinition.Part(key: "abr", text: "none"))
    try expect(Self.definition(rate: 1_000_000).changes(since: old).isEmpty)
  }

  /// A record as ``ComparisonTests`` has it, with a definition.
  private static func baseline(_ definition: CaseDefinition) -> Baseline {
    Baseline(
      toolVersion: "1", readerVersions: [],
      cases: [
        RecordedCase(
          name: "x", media: ComparisonTests.media, definition: definition,
          session: ComparisonTests.session, tickInterval: .milliseconds(500))
      ])
  }

  @Test("fails a case that became another one, with its media if that changed besides")
  func comparison() throws {
    var other = ComparisonTests.media
    other.bytes += 1
    for (media, count) in [(ComparisonTests.media, 1), (other, 2)] {
      let comparison = Self.baseline(try Self.definition()).compare(
        caseNamed: "x", media: media, definition: try Self.definition(rate: 900_000),
        summary: SessionSummary(ComparisonTests.session), stalls: [], tolerances: Tolerances())
      guard case .definitionChanged(let changes) = comparison.finding else {
        Issue.record("\(comparison.finding)")
        continue
      }
      expect(comparison.hasFailed && changes.count == count)
      let lines = ComparisonText(comparison, style: .report).lines
      expect(lines.first, equals: "changed: network: was 1 Mbit/s, is 900 kbit/s")
      expect(lines.last?.contains("--update-baseline"), equals: true)
    }
  }

  @Test("passes a case that is only called otherwise, and says so")
  func renamed() throws {
    let comparison = Self.baseline(try Self.definition()).compare(
      caseNamed: "y", recordedAs: "x", media: ComparisonTests.media,
      definition: try Self.definition(), summary: SessionSummary(ComparisonTests.session),
      stalls: ComparisonTests.session.stalls, tolerances: Tolerances())
    expect(!comparison.hasFailed && comparison.recordedName == "x")
    expect(
      ComparisonText(comparison, style: .report).lines, equals: ["renamed: recorded as “x”"])
  }

  @Test("does not compare what decoding found if only one of both was decoded")
  func decoding() throws {
    let baseline = Self.baseline(try Self.definition())
    for (isDecoded, stretch) in [(true, true), (false, false)] {
      var damage = MediaDamage(isDecoded: isDecoded)
      if stretch {
        damage.tracks = [
          MediaDamage.Track(
            number: 0, kind: .video, missingSamples: 0, missingTime: .zero, isLastSampleCut: false,
            end: .seconds(1), undecodable: [TimeRange(start: .zero, end: .seconds(1))])
        ]
      }
      let comparison = baseline.compare(
        caseNamed: "x", media: ComparisonTests.media, definition: try Self.definition(),
        summary: SessionSummary(ComparisonTests.session, damage: damage),
        stalls: ComparisonTests.session.stalls, tolerances: Tolerances())
      expect(comparison.finding, equals: .compared([], haveStallsMoved: false))
    }
  }
}
