import PlayheadModel

/// The report of checks in JUnit's XML, as the schema of Jenkins' xUnit plugin has it.
///
/// A suite is a test suite, and each expectation of a case is a test of it; its class name is that
/// of the case. The comparison with a baseline is one more test, and so are damaged media and
/// playback that stands still at the end. Properties of a suite are the simulated time and what all
/// its cases have in common of media, network, player and session. `time` is real time, to the
/// three decimals that the schema allows; of a case, all of it is in its first test. What cannot
/// fail the case, such as an expectation of level `warn`, passes and is in `system-out`. With
/// several suites, the names of cases begin with that of their suite. A suite that cannot be read
/// is a test suite with one error.
package enum CheckJUnit {
  /// The report in UTF-8, with a newline at its end.
  package static func text(_ suites: [SuiteResult]) -> String {
    let labels = SuiteTitle.labels(suites.map(\.title))
    let parts = zip(suites, labels).map(JUnitSuite.init)
    let total = parts.reduce(into: JUnitCounts()) { $0.add($1.counts) }
    var writer = XMLWriter()
    let name = suites.compactMap { $0.name ?? $0.path }.joined(separator: ", ").printable
    writer.element(
      "testsuites",
      [
        "name": name.isEmpty ? "playhead" : name, "tests": "\(total.tests)",
        "failures": "\(total.failures)", "errors": "\(total.errors)",
        "time": total.runTime.secondsText,
      ]
    ) { writer in
      for part in parts { part.write(to: &writer) }
    }
    return writer.text
  }
}

/// The result of a suite as a test suite of JUnit's.
private struct JUnitSuite {
  private let name: String
  private let path: String?
  private let cases: [JUnitCase]
  let counts: JUnitCounts

  /// The suite of `result`, called `label` if there are several.
  init(_ result: SuiteResult, label: String?) {
    path = result.path?.printable
    name = label ?? result.name?.printable ?? path ?? "playhead"
    cases =
      (result.problems.isEmpty ? [] : [JUnitCase(unreadable: result, label: label)])
      + result.cases.map { JUnitCase($0, label: label) }
    counts = cases.reduce(into: JUnitCounts()) { $0.add($1.counts) }
  }

  /// What all cases have in common, in their order.
  private var properties: [(name: String, value: String)] {
    guard let first = cases.first else { return [] }
    let others = cases.dropFirst().map {
      Dictionary($0.properties.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    }
    return first.properties.filter { property in
      others.allSatisfy { $0[property.name] == property.value }
    }
  }

  func write(to writer: inout XMLWriter) {
    writer.element(
      "testsuite",
      [
        "name": name, "tests": "\(counts.tests)", "failures": "\(counts.failures)",
        "errors": "\(counts.errors)", "skipped": "\(counts.skipped)",
        "time": counts.runTime.secondsText,
      ]
    ) { writer in
      writer.element("properties", [:]) { writer in
        let own = path.map { [("suite", $0)] } ?? []
        let simulated = [("simulatedSeconds", counts.simulated.secondsText(places: 3))]
        for (name, value) in own + simulated + properties {
          writer.element("property", ["name": name, "value": value])
        }
      }
      for checkCase in cases { checkCase.write(to: &writer) }
    }
  }
}

/// How many tests of what kind there are.
struct JUnitCounts {
  var tests = 0
  var failures = 0
  var errors = 0
  var skipped = 0
  /// How long they took, in real time.
  var runTime = Duration.zero
  /// The time of all sessions; that of many suites may be beyond all bounds.
  var simulated = WallTime.zero

  mutating func add(_ other: JUnitCounts) {
    tests += other.tests
    failures += other.failures
    errors += other.errors
    skipped += other.skipped
    runTime += other.runTime
    let (sum, isBeyond) = simulated.nanoseconds.addingReportingOverflow(other.simulated.nanoseconds)
    simulated = WallTime(nanoseconds: isBeyond ? .max : sum)
  }
}

extension Duration {
  /// The seconds, to the three decimals that JUnit's schema allows.
  var secondsText: String {
    let (seconds, attoseconds) = components
    return decimalText(
      Int128(seconds) * 1000 + Int128(attoseconds / 1_000_000_000_000_000), places: 3,
      trimmed: false)
  }
}
