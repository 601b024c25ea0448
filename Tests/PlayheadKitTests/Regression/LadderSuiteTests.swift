import Expectations
import Synchronization
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadLadder
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite struct `A suite with ladders` {
  /// `file` is a file of 3 s, anything else a ladder of 10 s.
  private static func media(_ media: CheckedMedia) throws(CaseError) -> PlayableMedia {
    guard media.name == "file" else { return PlayableMedia(TestLadder.ladder()) }
    do {
      return PlayableMedia(
        try Clip.frames(30, lasting: .milliseconds(100), of: 100).presentation)
    } catch {
      throw CaseError(.badData, "cannot play", at: media.location, why: "\(error)")
    }
  }

  private static func suite(_ cases: String) throws -> Suite {
    try Suite(contents: Array("playhead: suite/1\ncases:\n\(cases)".utf8), path: "a.yaml")
  }

  private static func run(_ cases: String) throws -> [CaseResult] {
    try #require(SuiteRunner(media: media).run(try suite(cases))).cases
  }

  @Test func `plays files and ladders in all combinations`() throws {
    let results = try Self.run(
      """
        - name: all
          media: [file, ladder]
          network: [1M, 2M]
          player: [basic]
          expect: [no stall, endReason == ended]
        - {name: ladder, media: ladder, network: 1M, player: [hls.js, dash.js-5.1.1], expect: []}
      """)
    expect(
      results.map(\.checkCase.name),
      equals: [
        "all [file, 1M]", "all [file, 2M]", "all [ladder, 1M]", "all [ladder, 2M]",
        "ladder [hls.js-1.6.15]", "ladder [dash.js-5.1.1]",
      ])
    expect(results.allSatisfy { $0.verdict == .passed })
    for result in results {
      guard case .ran(let session) = result.outcome else { continue }
      expect((session.summary.adaptation == nil), equals: (result.checkCase.media.name == "file"))
    }
  }

  @Test func `plays with requests that fail, as often as the case says`() throws {
    let results = try Self.run(
      """
        - name: one
          media: ladder
          network: 1M
          player: hls.js
          faults: segment 404
          expect: endReason == ended
        - name: more
          media: ladder
          network: 1M
          player: hls.js
          faults: [segment 404, 100s..101s 503]
          expect: [endReason == error]
        - name: none
          media: ladder
          network: 1M
          player: hls.js
          faults: []
          expect: endReason == ended
        - {name: file, media: file, network: 1M, faults: segment 404, expect: []}
        - {name: lacks, media: ladder, network: 1M, faults: segment 700 404, expect: []}
      """)
    expect(results.map(\.verdict), equals: [.failed, .passed, .passed, .error, .error])
    expect(results[1].checkCase.faults.map(\.text), equals: ["segment 404", "100s..101s 503"])
    #expect(throws: (any Error).self) {
      try Self.suite("  - {name: x, media: ladder, network: 1M, faults: segment 1, expect: []}")
    }
  }

  @Test func `plays media in the usual player of their kind where none is named`() throws {
    let results = try Self.run(
      """
        - {name: both, media: [file, ladder], network: 1M, expect: []}
        - {name: named, media: [file, ladder], network: 1M, player: basic, expect: []}
      """)
    // The ladder of the tests is of sizes, which no player reads.
    expect(results.map(\.checkCase.player.name), equals: ["basic", "basic", "basic", "basic"])
    for (format, name) in [(Ladder.Format.hls, "hls.js-1.6.15"), (.dash, "dash.js-5.1.1")] {
      var runner = SuiteRunner(media: { (media: CheckedMedia) throws(CaseError) in
        guard media.name != "file" else { return try Self.media(media) }
        return PlayableMedia(Ladder(format: format, lanes: TestLadder.ladder().lanes))
      })
      runner.isLadder = { $0 == "ladder" }
      let suite = try Self.suite("  - {name: x, media: [file, ladder], network: 1M, expect: []}")
      let results = try #require(runner.run(suite)).cases
      expect(results.map(\.checkCase.player.name), equals: ["basic", name])
    }
  }

  @Test func `reads a ladder once for all players that take the same of it`() throws {
    let read = Mutex<[LadderPlayer?]>([])
    var runner = SuiteRunner(media: { (media: CheckedMedia) throws(CaseError) in
      read.withLock { $0.append(media.player) }
      return try Self.media(media)
    })
    runner.isLadder = { $0 == "ladder" }
    let suite = try Self.suite(
      """
        - {name: x, media: ladder, network: 1M, player: [hls.js, shaka, media3, basic], expect: []}
        - {name: y, media: ladder, network: 1M, expect: []}
      """)
    try expect(#require(runner.run(suite)).hasPassed)
    // hls.js, Shaka and Media3 have parsers of their own, and the usual player is not known.
    let parsers = read.withLock { $0.map { $0?.reader.parser ?? ($0 == nil ? "usual" : "") } }
    expect(parsers.sorted(), equals: ["", "hls.js", "media3", "shaka", "usual"])
  }

  @Test func `gives the session that the scenario by itself gives`() throws {
    let result = try Self.run(
      "  - {name: a, media: l, network: 250k, player: sabre-bola, abr: 'fixed:1', expect: []}")[0]
    let ladder = TestLadder.ladder()
    var simulation = LadderSimulation(
      LadderScenario(
        ladder,
        over: NetworkLink(
          following: try BandwidthProfile(name: "x", rate: BitRate(bitsPerSecond: 250_000))),
        player: .sabreBOLA, rule: FixedRule(level: 1),
        options: SessionOptions(tickInterval: nil, recordsEvents: false)))
    let alone = simulation.run()
    guard case .ran(let session) = result.outcome else {
      Issue.record("it ran")
      return
    }
    expect(
      session.summary,
      equals: SessionSummary(
        alone.session, damage: ladder.damage, adaptation: LadderSummary(alone, of: ladder)))
    // Every segment takes 75 kB × 8 ÷ 250 kbit/s = 2.4 s, so playback of 2 s segments stalls.
    expect(
      session.summary[.meanBitRateBitsPerSecond], equals: .rate(BitRate(bitsPerSecond: 300_000)))
    expect(session.summary[.startupSeconds], equals: .wallTime(.milliseconds(2400)))
    expect(session.summary[.stallSeconds], equals: .wallTime(.milliseconds(1600)))
    expect(result.causes == nil)
  }

  @Test(
    arguments: [
      ("media: file, player: hls.js", "hls.js-1.6.15 plays HLS, DASH and other ladders"),
      ("media: file, abr: bola", "bola chooses levels"),
      ("media: file, expect: [switchCount == 0]", "switchCount is measured of HLS"),
      ("media: file, expect: ['timeAtLevel(0) < 10%']", "shareAtLevel(0) is measured of HLS"),
      ("media: l, player: mpv", "mpv plays files, and l is a ladder"),
      ("media: l, abr: 'fixed:2'", "fixed:2: the ladder has 2 levels, from 0"),
      ("media: l, expect: ['timeAtLevel(2) < 10%']", "l has 2 levels, from 0"),
      ("media: l, expect: [damaged == false]", "damaged is unknown of ladders"),
      ("media: l, expect: [undecodableSeconds == 0s]", "undecodableSeconds is unknown"),
      ("media: l, tracks: 1", "l has no track 1, but 1 track, from 0"),
    ])
  func `reports a case whose parts do not fit, and runs the others`(
    keys: String, why: String
  ) throws {
    let expectation = keys.contains("expect") ? "" : ", expect: [no stall]"
    let results = try Self.run(
      """
        - {name: odd, \(keys), network: 1M\(expectation)}
        - {name: fine, media: file, network: 1M, expect: []}
      """)
    guard case .couldNotRun(let error) = results[0].outcome else {
      Issue.record("it cannot run")
      return
    }
    expect(error.kind, equals: .configuration)
    expect(error.location, equals: "odd")
    expect(error.why.hasPrefix(why) || error.why.hasSuffix(why), "\(error.why)")
    expect(results[1].verdict, equals: .passed)
  }

  @Test(
    arguments: [
      ("abr: 'fixed:1'", true), ("abr: 'fixed:2'", false),
      ("media: l, expect: [damaged == true]", false),
    ])
  func `takes the levels that there are`(keys: String, runs: Bool) throws {
    let media = keys.contains("media") ? keys : "media: l, expect: ['timeAtLevel(1) > 0s'], \(keys)"
    let result = try Self.run("  - {name: a, network: 4M, \(media)}")[0]
    expect((result.verdict == .passed), equals: runs)
  }

  @Test func `refuses an unknown rule with its place`() {
    let error = #expect(throws: YAMLError.self) {
      try Self.suite("  - {name: a, media: l, network: 1M, expect: [], abr: bolla}")
    }
    expect(error?.description.contains("did you mean bola?"), equals: true)
  }

  // MARK: Baselines

  private static func work(_ baseline: Baseline?, records: Bool = false) -> BaselineWork {
    BaselineWork(baseline: baseline, makesRecords: records) { media throws(CaseError) in
      RecordedMedia(name: media.name, bytes: 0, digest: String(repeating: "0", count: 64))
    }
  }

  private static func baseline(_ cases: String) throws -> Baseline {
    var runner = SuiteRunner(media: media)
    runner.baselineWork = work(nil, records: true)
    let suite = try suite(cases)
    let result = try #require(runner.run(suite))
    return Baseline.updated(
      nil, with: result, of: suite.cases, toolVersion: "1", readerVersions: [])
  }

  private static func finding(_ cases: String, _ baseline: Baseline) throws -> CaseComparison {
    var runner = SuiteRunner(media: media)
    runner.baselineWork = work(baseline)
    let result = try #require(runner.run(try suite(cases)))
    return try #require(result.cases[0].comparison)
  }

  private static let recorded = "  - {name: a, media: l, network: 400k, player: hls.js, expect: []}"

  @Test func `records the rule, the player and the metrics of adaptation, and reads them back`()
    throws
  {
    let baseline = try Self.baseline(Self.recorded)
    let record = try #require(baseline.recordedCase(named: "a"))
    let definition = try #require(record.definition)
    expect(definition.player, equals: "hls.js-1.6.15")
    expect(definition.parts.contains(.init(key: "abr", text: "hls.js")))
    expect(definition.parts.contains(.init(key: "player.loading.resumption", text: "every 0.1s")))
    expect(record.metrics[.secondsAtLevel(1)] != nil)
    expect(record.metrics[.meanBitRateBitsPerSecond] != nil)
    // 5 segments of 25 kB and of 75 kB.
    expect(record.media.bytes, equals: 500_000)
    try expect(Baseline(contents: baseline.json), equals: baseline)
    let comparison = try Self.finding(Self.recorded, baseline)
    expect(comparison, equals: CaseComparison(.compared([], haveStallsMoved: false)))
  }

  @Test(
    arguments: [
      ("player: hls.js", "player: hls.js, abr: bola", "abr: was hls.js, is bola"),
      ("player: hls.js", "player: shaka", "player.loading.goalSeconds: was 30, is 10"),
      ("400k", "500k", "network: was 400 kbit/s, is 500 kbit/s"),
    ])
  func `fails if the rule, the player or the network is another one`(
    old: String, new: String, change: String
  ) throws {
    let baseline = try Self.baseline(Self.recorded)
    let comparison = try Self.finding(Self.recorded.replacing(old, with: new), baseline)
    expect(comparison.hasFailed)
    guard case .definitionChanged(let changes) = comparison.finding else {
      Issue.record("the definition changed")
      return
    }
    expect(changes.map(\.text).contains(change), "\(changes.map(\.text))")
  }

  @Test func `has another digest for anything of a ladder that a session depends on`() {
    func digest(_ ladder: Ladder) -> String { RecordedMedia(name: "l", ladder).digest }
    func changed(
      _ name: String = "0", bytes: Int64 = 10, range: ByteRange? = nil, bitRate: Int64 = 80,
      end: Int64 = 2, measured: TimeRange? = nil, isGap: Bool = false, isNew: Bool = false,
      damage: String? = nil, playlist: LadderResource? = nil, kind: LadderLane.Kind = .muxed,
      format: Ladder.Format = .hls, manifests: [LadderResource] = [], sync: Bool? = nil
    ) -> String {
      let segment = LadderSegment(
        LadderResource(name, bytes: bytes, range: range),
        declared: TimeRange(start: .zero, end: .seconds(end)), measured: measured,
        startsWithSync: sync, isGap: isGap, isDiscontinuity: isNew, damage: damage)
      let level = Level(
        name: "a", bitRate: BitRate(bitsPerSecond: bitRate), playlist: playlist,
        segments: [segment])
      return digest(
        Ladder(format: format, manifests: manifests, lanes: [LadderLane(kind, levels: [level])]))
    }
    let digests = [
      changed(), changed("1"), changed(bytes: 11), changed(range: ByteRange(0, 10)),
      changed(bitRate: 81), changed(end: 3),
      changed(measured: TimeRange(start: .zero, end: .seconds(2))), changed(isGap: true),
      changed(isNew: true), changed(damage: "missing"),
      changed(playlist: LadderResource("p", bytes: 1)), changed(kind: .video),
      changed(format: .dash), changed(manifests: [LadderResource("m", bytes: 1)]),
      changed(sync: true), changed("0 all"),
    ]
    expect(Set(digests).count, equals: digests.count)
    expect(changed(), equals: changed())
    expect(digests.allSatisfy { $0.count == 64 })
  }

  @Test func `counts missing segments as damage`() throws {
    let ladder = TestLadder.ladder([100], segments: 2)
    let missing = ladder.lanes[0].levels[0].segments.map { segment in
      LadderSegment(
        segment.resource, declared: segment.declared,
        damage: segment.declared.start > .zero ? "s is missing" : nil)
    }
    let damaged = Ladder(
      format: .hls,
      lanes: [
        LadderLane(
          .video,
          levels: [Level(name: "low", bitRate: BitRate(bitsPerSecond: 1), segments: missing)])
      ])
    expect(!ladder.damage.isDamaged)
    expect(ladder.damage.verdict == nil)
    expect(damaged.damage.verdict, equals: true)
    expect(damaged.damage.missingTime, equals: .seconds(2))
    expect(damaged.damage.start, equals: .seconds(2))
    expect(
      damaged.damage.findings,
      equals: [
        "level 0 (low): 1 of 2 segments missing or truncated (2.000 s), "
          + "from 2.000 s on: s is missing"
      ])
    var runner = SuiteRunner(media: { (_: CheckedMedia) throws(CaseError) in PlayableMedia(damaged)
    })
    runner.findsCauses = true
    let suite = try Self.suite("  - {name: a, media: l, network: 1M, expect: []}")
    let result = try #require(runner.run(suite)).cases[0]
    expect(result.isDamageRefused)
    expect(result.verdict, equals: .failed)
  }

  // MARK: Reports

  @Test func `has the figures of adaptation in every report of a ladder, and in none of a file`()
    throws
  {
    let suite = try Self.suite(
      """
        - {name: a, media: l, network: 400k, player: shaka, abr: bba0, expect: [switchCount <= 9]}
        - {name: b, media: file, network: 400k, expect: [no stall]}
      """)
    let result = try #require(SuiteRunner(media: Self.media).run(suite))
    let json = String(decoding: CheckJSON.bytes([result]), as: UTF8.self)
    let cases = json.components(of: "\"name\": \"")
    expect(cases.contains { $0.hasPrefix("a\"") && $0.contains("\"secondsAtLevel\"") })
    expect(cases.contains { $0.hasPrefix("b\"") && !$0.contains("Level") })
    let tap = CheckTAP.text([result])
    expect(tap.contains("  secondsAtLevel(1): "))
    let lines = CaseSettingText(result.cases[0]).lines
    expect(lines.contains { $0.contains("segment sizes · 2 levels") })
    expect(lines.contains { $0.contains("shaka-5.2.7 · loads 10 s ahead · rule bba0") })
  }
}

extension String {
  fileprivate func components(of separator: String) -> [Substring] { split(separator: separator) }
}
