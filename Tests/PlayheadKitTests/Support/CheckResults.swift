@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

/// Results of checks as no real suite would give them all at once.
enum CheckResults {
  /// A session that starts after a second, stalls once for two and plays for ten.
  static let session: Session = {
    var phases = PhaseTimes()
    phases.startup = .seconds(1)
    phases.playing = .seconds(10)
    phases.stalled = .seconds(2)
    return Session(
      PlaybackRecord(
        elapsed: .seconds(13), duration: .seconds(10), startup: .seconds(1),
        stalls: [
          Stall(number: 1, start: .seconds(4), mediaTime: .seconds(3), elapsed: .seconds(2))
        ],
        seeks: [], phases: phases, bufferLevels: BufferLevels(), bytesDownloaded: 1_000_000,
        bytesWasted: 0, requestCount: 2, requestTime: .seconds(8), events: [], ticks: []),
      endReason: .ended)
  }()

  static let media = RecordedMedia(
    name: "a.mp4", bytes: 1_000_000, digest: String(repeating: "0", count: 64))

  static let baseline = Baseline(
    toolVersion: "1", readerVersions: [],
    cases: [
      RecordedCase(
        name: "x", media: media, session: session, tickInterval: .milliseconds(500))
    ])

  static let summary = SessionSummary(session)
  static let stall = session.stalls[0]

  static func checkCase(_ name: String, line: Int? = nil) -> SuiteCase {
    guard let policy = try? BufferingPolicy(BufferingPolicy.Parameters()) else {
      preconditionFailure("the basic player is wrong")
    }
    return SuiteCase(
      name: name, media: CheckedMedia(name: name, location: "a.mp4"),
      network: CheckedNetwork(name: "3g", .preset(NetworkPreset.all[0])), player: .policy(policy),
      expectations: [], mark: line.map { YAMLMark(line: $0, column: 5) })
  }

  /// A case in which `startup <= bound` was expected of a session that starts after a second and
  /// stalls once, and that it does not stall.
  static func ran(
    _ name: String, startup bound: Int64 = 2, level: SessionExpectation.Level = .error,
    line: Int? = nil,
    comparison: CaseComparison? = nil
  ) -> CaseResult {
    let expectations = [
      SessionExpectation(
        .metric(.startupSeconds, .atMost, .wallTime(.seconds(bound))), level: level),
      SessionExpectation(.noStall(before: nil), level: bound < 1 ? level : .off),
    ]
    let session = CheckedSession(
      summary: summary, stalls: [stall],
      results: expectations.map { $0.result(summary, stalls: [stall]) })
    var result = CaseResult(checkCase(name, line: line), .ran(session))
    result.comparison = comparison
    return result
  }

  static func error(_ name: String, line: Int? = nil) -> CaseResult {
    CaseResult(
      checkCase(name, line: line),
      .couldNotRun(
        CaseError(.missingInput, "cannot open", at: name, why: "No such file or directory")))
  }

  /// A comparison with one metric that is worse.
  static var worse: CaseComparison {
    var session = Self.session
    session.startup = .seconds(2)
    return baseline.compare(
      caseNamed: "x", media: media, summary: SessionSummary(session),
      stalls: session.stalls, tolerances: Tolerances())
  }

  /// A comparison with one metric that is better.
  static var better: CaseComparison {
    var session = Self.session
    session.startup = .milliseconds(900)
    return baseline.compare(
      caseNamed: "x", media: media, summary: SessionSummary(session),
      stalls: session.stalls, tolerances: Tolerances())
  }

  /// One case of each verdict, all called `name` and a number.
  static func suite(_ name: String) -> SuiteResult {
    var result = SuiteResult(
      name: name, path: "dir/\(name).yaml",
      cases: [
        ran("\(name) 1", line: 3), ran("\(name) 2", startup: 0, level: .warn, line: 4),
        ran("\(name) 3", startup: 0, line: 5), error("\(name) 4", line: 6),
        ran("\(name) 5", line: 7, comparison: worse), ran("\(name) 6", line: 8, comparison: better),
        ran("\(name) 7", line: 9, comparison: CaseComparison(.notRecorded(leftOver: []))),
      ], skippedCount: 2)
    result.notes = ["about \(name)"]
    return result
  }

  /// Suites whose cases have the same name, as have two of the suites, one that cannot be read, and
  /// one whose cases were left out.
  static var severalSuites: [SuiteResult] {
    let titles = [("Trailers", "t.yaml"), ("Films", "a/s.yaml"), ("Films", "b/s.yaml")]
    let error = YAMLError(
      [YAMLProblem(YAMLMark(line: 3, column: 8), "cases: \"x\" is wrong")], unlistedCount: 7)
    return titles.map { SuiteResult(name: $0.0, path: $0.1, cases: [ran("x", startup: 0)]) }
      + [error].compactMap(\.self).map { error in
        SuiteResult(path: "broken.yaml", unreadable: .malformed(path: "broken.yaml", error))
      } + [SuiteResult(skipping: Suite(cases: [checkCase("y"), checkCase("z")]))]
  }

  /// Names that mean something in one of the formats, or nothing anywhere.
  static let wildNames = [
    "plain", "a & b < c > \"d\" 'e'", "]]>", "<![CDATA[", "-->", "&amp;", "new\nline\r\nend\r",
    "tab\there", "nul\0 bell\u{7} esc\u{1B}[31m", "\u{85}\u{9B}\u{2028}\u{2029}",
    "\u{FFFE}\u{FFFF}",
    "\u{202E}right to left", "\u{FEFF}bom", "😀 👨‍👩‍👧 é e\u{301}", "100% 5%0A", "::error::x", "a,b:c=d",
    "# skip", "#\u{301} skip", "|\u{301}", "x # TODO later", "\\# \\", "1..3", "not ok 1",
    "Bail out!", "  ---", "  ...",
    "|a|b|",
    "`code` ``two`` ```", "```\n# heading", "@mention #1 https://example.com", "<b>bold</b>", " ",
    "",
    String(repeating: "long ", count: 2000),
  ]
}
