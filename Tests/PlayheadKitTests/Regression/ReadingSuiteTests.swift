import Expectations
import Synchronization
import Testing

@testable import PlayheadFiles
@testable import PlayheadLadder
@testable import PlayheadModel
@testable import PlayheadRegression

@Suite struct `A suite that says how ladders are read` {
  private static let defaults =
    "playhead: suite/1\ndefaults: {media: m.m3u8, network: 1M, expect: []}\ncases:\n"

  private func suite(_ cases: String) throws(YAMLError) -> Suite {
    try Suite(contents: Array((Self.defaults + cases).utf8), path: "suites/a.yaml")
  }

  private func reading(_ text: String) throws -> LadderReadingSetting {
    try suite("  - {name: x, reading: \(text)}").cases[0].media.reading
  }

  @Test func `has a key for each thing that the command line can ask for`() throws {
    let setting = try reading(
      """
      {language: de-AT, asVoD: true, segments: declared, codecs: [avc1, mp4a], allowRemote: true,
         assumeRate: 1.5M, key: ../secret.key, license: 300ms, strict: true}
      """)
    expect(setting.language == "de-AT" && setting.segments == .declared)
    expect(setting.isAsVoD && setting.allowsRemote && setting.isStrict)
    expect(setting.codecs, equals: ["avc1", "mp4a"])
    expect(setting.assumedRate, equals: BitRate(bitsPerSecond: 1_500_000))
    expect(setting.key, equals: .file("suites/../secret.key"))
    expect(setting.licenceTime, equals: .milliseconds(300))
    expect(setting.parts.map(\.key), equals: LadderReadingSetting.Key.allCases)
    try expect(reading("{}") == LadderReadingSetting() && LadderReadingSetting().text == nil)
    try expect(reading("{asVoD: false, strict: false}"), equals: LadderReadingSetting())
    try expect(reading("{codecs: 'avc1, mp4a'}").codecs, equals: ["avc1", "mp4a"])
    let digits = "00112233445566778899aabbccddeeff"
    try expect(
      reading("{key: '\(digits)'}").key, equals: .bytes((0...15).map { UInt8($0 * 0x11) }))
    try expect(reading("{key: '\(digits)'}").text, equals: "key given")
  }

  @Test func `names files outside of its folder, and replaces defaults as a whole`() throws {
    let suite = try Suite(
      contents: Array(
        """
        playhead: suite/1
        defaults: {media: m.m3u8, network: 1M, expect: [], reading: {license: 1s, language: en}}
        cases: [{name: x}, {name: y, reading: {key: ../k}}, {name: z, reading: {}}]
        """.utf8), path: "a.yaml")
    expect(
      suite.cases.map(\.media.reading.text), equals: ["language en, license 1s", "key given", nil])
    expect(suite.outsidePaths, equals: ["../k"])
  }

  @Test(arguments: [
    ("{licence: 1s}", "unknown key “licence”; did you mean license?"),
    ("{license: soon}", "license: “soon”: “soon” is not a duration"),
    ("{license: -1s}", "license: “-1s”"),
    ("{segments: all}", "segments: expected auto, read, size or declared, found “all”"),
    ("{codecs: []}", "codecs: the list is empty"),
    ("{codecs: ','}", "codecs: “,”: a codec is missing"),
    ("{codecs: [avc1, ' ']}", "codecs: “ ”: a codec is missing"),
    ("{assumeRate: 5}", "assumeRate: “5”: a rate needs a unit"),
    ("{language: ''}", "language: “”: missing language"),
    ("{key: ''}", "key: “”: missing key"),
    ("{strict: 'true'}", "strict: expected true or false, found text"),
    ("{asVoD: 1}", "asVoD: expected true or false"),
    ("fast", "reading: expected a mapping, found “fast”"),
  ])
  func `says which key is wrong, and on which line`(text: String, problem: String) {
    do throws(YAMLError) {
      _ = try suite("  - {name: x, reading: \(text)}")
      Issue.record("\(text) was read")
    } catch {
      expect(error.first.explanation.hasPrefix(problem), "\(error)")
      expect(error.first.mark.line == 4 && error.problems.count == 1)
    }
  }

  @Test func `reads a ladder anew for another parser and for other wishes`() throws {
    let read = Mutex<[CheckedMedia]>([])
    var runner = SuiteRunner(media: { (media: CheckedMedia) throws(CaseError) in
      read.withLock { $0.append(media) }
      return PlayableMedia(TestLadder.ladder())
    })
    runner.isLadder = { _ in true }
    let suite = try suite(
      """
        - {name: parsers, player: [hls.js, shaka, basic, sabre-bola]}
        - {name: again, player: [shaka, basic]}
        - {name: licence, player: basic, reading: {license: 1s}}
        - {name: shorter, player: basic, reading: {license: 999ms}}
        - {name: as before, player: basic, reading: {license: 1000ms}}
      """)
    try expect(#require(runner.run(suite)).hasPassed)
    let kinds = read.withLock { $0.map { [$0.player?.reader.parser, $0.reading.text] } }
    expect(kinds.count, equals: 5)
    expect(
      Set(kinds),
      equals: [
        ["hls.js", nil], ["shaka", nil], [nil, nil], [nil, "license 1s"], [nil, "license 0.999s"],
      ])
  }

  @Test func `is read live where it is played live, and refused with a file`() throws {
    let file = try Clip.frames(30, lasting: .milliseconds(100), of: 100).presentation
    let live = Mutex<[Bool]>([])
    var runner = SuiteRunner(media: { (media: CheckedMedia) throws(CaseError) in
      live.withLock { $0.append(media.isLive) }
      return media.name == "file" ? PlayableMedia(file) : PlayableMedia(TestLadder.ladder())
    })
    runner.isLadder = { $0 != "suites/file" }
    let suite = try suite(
      """
        - {name: a, live: true, player: hls.js}
        - {name: b, player: hls.js}
        - {name: c, media: file, reading: {strict: true}}
      """)
    let results = try #require(runner.run(suite)).cases
    expect(live.withLock { $0 }, equals: [true, false, false])
    guard case .couldNotRun(let error) = results[2].outcome else {
      Issue.record("a file has no manifest")
      return
    }
    expect(error.kind == .configuration && error.what == "reading does not fit")
    expect(error.why.hasPrefix("strict is of HLS, DASH"))
  }

  @Test func `is part of what a baseline records, and is written as it is read`() throws {
    let cases = try suite(
      """
        - {name: x, player: basic, reading: {license: 0.25s, segments: size, asVoD: true}}
        - {name: y, player: basic}
        - {name: z, player: basic, reading: {key: k.bin, codecs: [avc1, mp4a]}}
      """
    ).cases
    let manners = cases.map { CaseDefinition.manner(of: $0).map { "\($0.key) \($0.text)" } }
    expect(manners[0].last, equals: "reading asVoD, segments size, license 0.25s")
    expect(manners[1].count, equals: CaseDefinition.mannerKeys.count)
    let text = SuiteWriting.text(
      cases.map { SuiteWriting.Entry($0, networkPath: "n.yaml") }, named: "n", comment: [],
      in: ".")
    let again = try Suite(contents: Array(text.utf8), path: "b.yaml")
    expect(again.cases.map(\.media.reading), equals: cases.map(\.media.reading))
  }
}
