import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadReporting

@Suite struct `A session read from its report` {
  private static func lines(_ report: SessionReport) -> [UInt8] {
    SessionLines.opening(report.setting) + report.session.events.flatMap(SessionLines.line)
      + SessionLines.closing(report)
  }

  @Test(arguments: Seeds.blocks(0..<600, of: 30, few: 60))
  func `is the session that was written, in JSON and in JSON Lines`(seeds: Range<UInt64>) throws {
    for seed in seeds {
      let report = try RandomSession.connected(seed: seed).report()
      let session = ComparedSession(report).reported
      let read = try ReportedSession(contents: SessionJSON.bytes(report))
      expect(read.session.events, equals: session.events, "seed \(seed)")
      expect(read.session.metrics, equals: session.metrics, "seed \(seed)")
      expect(read.session.link, equals: session.link, "seed \(seed)")
      // A low watermark that follows from the high one is written like any other.
      expect(
        read.session.policy.effectiveParameters, equals: session.policy.effectiveParameters,
        "seed \(seed)")
      // Reports call a wait for a loop a stall, as viewers do.
      var expected = session
      expected.policy = read.session.policy
      for number in expected.ticks.indices where expected.ticks[number].phase == .waiting(.loop) {
        expected.ticks[number].phase = .waiting(.stall)
      }
      expect(read.session, equals: expected, "seed \(seed)")
      expect(SessionComparison(read.session, with: session).isSame, "seed \(seed)")
      let lines = try ReportedSession(contents: Self.lines(report)).session
      expected.ticks = []
      expect(lines, equals: expected, "seed \(seed)")
    }
  }

  private static func report() throws -> SessionReport {
    try Clip.frames(4, lasting: .seconds(1), of: 1000).report(
      over: .byteAMillisecond(), .starting(at: 1))
  }

  @Test(
    arguments: [
      ("\"event\": \"playbackStarted\"", "\"event\": \"opened wide\"", "event: "),
      ("\"phase\": \"playing\"", "\"phase\": \"jumping\"", "phase: "),
      ("\"startupSeconds\": 1,", "\"startupSeconds\": \"soon\",", "summary.startupSeconds: "),
      ("\"startupSeconds\": 1,", "\"startupSeconds\": -1,", "summary.startupSeconds: "),
      ("\"endReason\": \"ended\"", "\"endReason\": \"tired\"", "summary.endReason: "),
      ("\"stallCount\": 0,", "\"stallCount\": 0.5,", "summary.stallCount: "),
      ("\"summary\": {", "\"other\": {", "summary is missing"),
      ("\"ticks\": [", "\"tocks\": [", "ticks is missing"),
    ])
  func `is refused where the report does not say how it went`(
    part: String, edit: String, problem: String
  ) throws {
    let json = String(decoding: SessionJSON.bytes(try Self.report()), as: UTF8.self)
    let edited = json.replacing(part, with: edit)
    expect(edited != json)
    let error = #expect(throws: JSONError.self) {
      try ReportedSession(contents: Array(edited.utf8))
    }
    expect(error?.problem.contains(problem), equals: true, "\(String(describing: error))")
    // To run it again, none of this matters.
    #expect(throws: Never.self) { try SessionRecord(contents: Array(edited.utf8)) }
  }

  @Test func `is refused where JSON Lines end before the session`() throws {
    let report = try Self.report()
    let part = SessionLines.opening(report.setting) + SessionLines.line(report.session.events[0])
    let error = #expect(throws: JSONError.self) { try ReportedSession(contents: part) }
    expect(error?.problem.contains("the summary is missing"), equals: true)
  }
}
