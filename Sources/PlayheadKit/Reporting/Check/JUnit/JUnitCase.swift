/// A case as a test suite of JUnit's.
struct JUnitCase {
  private enum Outcome {
    case passed
    case skipped(String)
    case failure(message: String, details: String)
    case error(message: String, kind: String)
    case told(String)
  }

  private let result: CaseResult
  private let tests: [(name: String, outcome: Outcome)]
  private let summary: SessionSummary?

  init(_ result: CaseResult) {
    self.result = result
    switch result.outcome {
    case .couldNotRun(let error):
      summary = nil
      tests = [
        (
          "runs",
          .error(message: error.description.printable, kind: error.kind.rawValue)
        )
      ]
    case .ran(let session):
      summary = session.summary
      let expectations = session.results.map { ($0.expectation.text, Self.outcome(of: $0)) }
      let baseline = result.comparison.map { ("baseline", Self.outcome(of: $0)) }
      tests = expectations + [baseline].compactMap(\.self)
    }
  }

  var counts: JUnitCounts {
    var counts = JUnitCounts(tests: tests.count, time: summary?.elapsed ?? .zero)
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

  func write(to writer: inout XMLWriter) {
    let name = result.checkCase.name.printable
    let counts = counts
    writer.element(
      "testsuite",
      [
        "name": name, "tests": "\(counts.tests)", "failures": "\(counts.failures)",
        "errors": "\(counts.errors)", "skipped": "\(counts.skipped)",
        "time": counts.time.secondsText(places: 3),
      ]
    ) { writer in
      writer.element("properties", [:]) { writer in
        for property in properties {
          writer.element("property", ["name": property.name, "value": property.value])
        }
      }
      for test in tests { Self.write(test, of: name, to: &writer) }
    }
  }

  private static func write(
    _ test: (name: String, outcome: Outcome), of caseName: String, to writer: inout XMLWriter
  ) {
    let attributes: KeyValuePairs = ["name": test.name, "classname": caseName]
    if case .passed = test.outcome { return writer.element("testcase", attributes) }
    writer.element("testcase", attributes) { writer in
      switch test.outcome {
      case .passed: break
      case .skipped(let message): writer.element("skipped", ["message": message])
      case .failure(let message, let details):
        writer.element("failure", ["message": message, "type": "failed"], text: details)
      case .error(let message, let kind):
        writer.element("error", ["message": message, "type": kind], text: message)
      case .told(let text): writer.element("system-out", [:], text: text)
      }
    }
  }

  /// What was played, and the metrics that have a value.
  private var properties: [(name: String, value: String)] {
    let checkCase = result.checkCase
    let origins = [
      ("media", checkCase.media.name), ("network", checkCase.network.name),
      ("player", checkCase.player.name),
    ].map { ($0.0, $0.1.printable) }
    let metrics = SessionMetric.allCases.compactMap { metric in
      summary?[metric].map { (metric.rawValue, $0.plainText) }
    }
    return origins + metrics
  }

  private static func outcome(of result: ExpectationResult) -> Outcome {
    let words = "\(result.expectation.text): \(result.actualText)"
    let details = ([words] + result.stalls.map(\.sentence)).joined(separator: "\n")
    switch result.verdict {
    case .passed: return .passed
    case .off: return .skipped("turned off")
    case .warned: return .told("warned: \(details)")
    case .failed: return .failure(message: words, details: details)
    }
  }

  private static func outcome(of comparison: CaseComparison) -> Outcome {
    let lines = ComparisonText(comparison, style: .report).lines
    guard let first = lines.first else { return .passed }
    let details = lines.joined(separator: "\n")
    return comparison.hasFailed ? .failure(message: first, details: details) : .told(details)
  }
}
