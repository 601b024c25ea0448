import PlayheadModel

/// The report of checks in JUnit's XML, as the schema of Jenkins' xUnit plugin has it.
///
/// A case is a test suite whose properties are its definition and its metrics, and each of its expectations
/// is a test; the schema has no properties of single tests. The comparison with a baseline is one more
/// test, and so are damaged media and playback that stands still at the end. `time` is the session's
/// simulated time, to the three decimals that the schema allows. What cannot fail the case, such as an
/// expectation of level `warn`, passes and is in `system-out`. With several suites, the names of cases
/// begin with that of their suite. A suite that cannot be read is a test suite with one error.
public enum CheckJUnit {
  /// The report in UTF-8, with a newline at its end.
  public static func text(_ suites: [SuiteResult]) -> String {
    let labels = SuiteTitle.labels(suites.map(\.title))
    let cases = zip(suites, labels).flatMap { suite, label in
      (suite.problems.isEmpty ? [] : [JUnitCase(unreadable: suite, label: label)])
        + suite.cases.map { JUnitCase($0, of: suite, label: label) }
    }
    let total = cases.reduce(into: JUnitCounts()) { $0.add($1.counts) }
    var writer = XMLWriter()
    let name = suites.compactMap { $0.name ?? $0.path }.joined(separator: ", ").printable
    writer.element(
      "testsuites",
      [
        "name": name.isEmpty ? "playhead" : name, "tests": "\(total.tests)",
        "failures": "\(total.failures)", "errors": "\(total.errors)",
        "time": total.time.secondsText(places: 3),
      ]
    ) { writer in
      for checkCase in cases { checkCase.write(to: &writer) }
    }
    return writer.text
  }
}

/// How many tests of what kind there are.
struct JUnitCounts {
  var tests = 0
  var failures = 0
  var errors = 0
  var skipped = 0
  /// The time of all sessions; that of many suites may be beyond all bounds.
  var time = WallTime.zero

  mutating func add(_ other: JUnitCounts) {
    tests += other.tests
    failures += other.failures
    errors += other.errors
    skipped += other.skipped
    let (sum, isBeyond) = time.nanoseconds.addingReportingOverflow(other.time.nanoseconds)
    time = WallTime(nanoseconds: isBeyond ? .max : sum)
  }
}
