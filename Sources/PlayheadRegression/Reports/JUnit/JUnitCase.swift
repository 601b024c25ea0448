import PlayheadAnalysis
import PlayheadModel

/// A case as tests of JUnit's, or a suite that cannot be read as one.
struct JUnitCase {
  private enum Outcome {
    case passed
    case skipped(String)
    case failure(message: String, details: String)
    case error(message: String, kind: String, details: String)
    case told(String)
  }

  private let name: String
  private let tests: [(name: String, outcome: Outcome)]
  /// How long it took, in real time.
  private let runTime: Duration
  /// How long its session is.
  private let simulated: WallTime
  /// What was played, and how.
  let properties: [(name: String, value: String)]

  /// The case of `result`, called by `label` as well if there are several suites.
  init(_ result: CaseResult, label: String?) {
    let summary: SessionSummary?
    let checkCase = result.checkCase
    name = (label.map { "\($0): " } ?? "") + checkCase.name.printable
    switch result.outcome {
    case .couldNotRun(let error):
      summary = nil
      let message = error.description.printable
      tests = [
        ("runs", .error(message: message, kind: error.kind.rawValue, details: message))
      ]
    case .ran(let session):
      summary = session.summary
      let expectations = session.results.map {
        ($0.expectation.text, Self.outcome(of: $0, in: result))
      }
      let baseline = result.comparison.map { ("baseline", Self.outcome(of: $0)) }
      tests =
        expectations
        + [Self.playback(of: result), Self.media(of: result), baseline].compactMap(\.self)
    }
    runTime = result.runTime ?? .zero
    simulated = summary?.elapsed ?? .zero
    let origins = [
      ("media", checkCase.media.name), ("network", checkCase.network.name),
      ("player", checkCase.player.name),
    ].map { ($0, $1.printable) }
    properties = origins + CaseSettingText(result).parts.map { ($0.key, $0.text.printable) }
  }

  /// The case of a suite whose file cannot be read.
  init(unreadable suite: SuiteResult, label: String?) {
    name = label ?? suite.path?.printable ?? "suite"
    let lines = suite.problems.map { $0.text.printable }
    tests = [
      (
        "reads",
        .error(
          message: lines.first ?? "", kind: "suite", details: lines.joined(separator: "\n"))
      )
    ]
    (runTime, simulated, properties) = (.zero, .zero, [])
  }

  var counts: JUnitCounts {
    var counts = JUnitCounts(tests: tests.count, runTime: runTime, simulated: simulated)
    for test in tests {
      switch test.outcome {
      case .passed, .told: break
      case .skipped: counts.skipped += 1
      case .failure: counts.failures += 1
      case .error: counts.errors += 1
      }
    }
    return counts
  }

  /// Writes its tests, of which the first takes all its time.
  func write(to writer: inout XMLWriter) {
    for (number, test) in tests.enumerated() {
      Self.write(
        test, of: name, taking: number == 0 ? runTime.secondsText : Duration.zero.secondsText,
        to: &writer)
    }
  }

  private static func write(
    _ test: (name: String, outcome: Outcome), of caseName: String, taking time: String,
    to writer: inout XMLWriter
  ) {
    let attributes: KeyValuePairs = ["name": test.name, "classname": caseName, "time": time]
    if case .passed = test.outcome { return writer.element("testcase", attributes) }
    writer.element("testcase", attributes) { writer in
      switch test.outcome {
      case .passed: break
      case .skipped(let message): writer.element("skipped", ["message": message])
      case .failure(let message, let details):
        writer.element("failure", ["message": message, "type": "failed"], text: details)
      case .error(let message, let kind, let details):
        writer.element("error", ["message": message, "type": kind], text: details)
      case .told(let text): writer.element("system-out", [:], text: text)
      }
    }
  }

  private static func outcome(of result: ExpectationResult, in caseResult: CaseResult) -> Outcome {
    let words = "\(result.expectation.text): \(result.actualText)"
    let causes = result.stalls.map(caseResult.sentence) + caseResult.causeLines(of: [result])
    let details = ([words] + causes).joined(separator: "\n")
    switch result.verdict {
    case .passed: return .passed
    case .off: return .skipped("turned off")
    case .warned: return .told("warned: \(details)")
    case .failed: return .failure(message: words, details: details)
    }
  }

  /// A test of playback, where it stands still at the end.
  private static func playback(of result: CaseResult) -> (name: String, outcome: Outcome)? {
    test(
      "playback", result.standstillLines + result.freezeLines, hasFailed: result.isStandstillRefused
    )
  }

  /// A test of the media, where there is damage or a remark.
  private static func media(of result: CaseResult) -> (name: String, outcome: Outcome)? {
    test("media", result.damageLines + result.mediaLines, hasFailed: result.isDamageRefused)
  }

  private static func test(
    _ name: String, _ lines: [String], hasFailed: Bool
  ) -> (name: String, outcome: Outcome)? {
    let lines = lines.map(\.printable)
    guard let first = lines.first else { return nil }
    let details = lines.joined(separator: "\n")
    return (name, hasFailed ? .failure(message: first, details: details) : .told(details))
  }

  private static func outcome(of comparison: CaseComparison) -> Outcome {
    let lines = ComparisonText(comparison, style: .report).lines
    guard let first = lines.first else { return .passed }
    let details = lines.joined(separator: "\n")
    return comparison.hasFailed ? .failure(message: first, details: details) : .told(details)
  }
}
