import PlayheadAnalysis
import PlayheadFiles
import PlayheadModel

/// The report of checks in the Test Anything Protocol, version 14: a test point per case, followed
/// by a YAML block with its definition and results.
///
/// A case that passes with warnings, or better than its baseline, is `ok` and says so in its block.
/// With several suites, each description begins with the name of its suite. A suite that cannot be
/// read is a separate test point, which is not `ok`.
package enum CheckTAP {
  /// The report, with a newline at its end.
  package static func text(_ suites: [SuiteResult]) -> String {
    let count = suites.reduce(0) { $0 + $1.cases.count + ($1.problems.isEmpty ? 0 : 1) }
    var lines = ["TAP version 14"]
    lines.append(count == 0 ? "1..0 # skip no case was run" : "1..\(count)")
    var number = 0
    func add(_ hasPassed: Bool, _ description: String, _ block: [String]) {
      number += 1
      lines.append("\(hasPassed ? "ok" : "not ok") \(number) - \(escaped(description.printable))")
      lines += ["  ---"] + block.map { "  \($0)" } + ["  ..."]
    }
    for (suite, label) in zip(suites, SuiteTitle.labels(suites.map(\.title))) {
      lines += suite.notes.map { "# \($0.printable)" }
      if !suite.problems.isEmpty {
        add(false, label ?? suite.path ?? "suite", block(suite.problems))
      }
      for result in suite.cases {
        let name = result.checkCase.name
        add(result.hasPassed, label.map { "\($0): \(name)" } ?? name, block(result))
      }
      if suite.skippedCount > 0 {
        lines.append("# \(counted(suite.skippedCount, "case")) not run")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A description in which nothing is read as a directive, nor a backslash as an escape.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      if scalar == "\\" || scalar == "#" { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
  }

  private static func block(_ result: CaseResult) -> [String] {
    let checkCase = result.checkCase
    var lines = [
      "severity: \(result.verdict.severity)", "media: \(quoted(checkCase.media.name))",
      "network: \(quoted(checkCase.network.name))", "player: \(quoted(checkCase.player.name))",
    ]
    lines.append("definition:")
    lines += CaseSettingText(result).parts.map { "  \($0.key): \(quoted($0.text))" }
    switch result.outcome {
    case .couldNotRun(let error):
      lines += ["message: \(quoted(error.description))", "kind: \(error.kind.rawValue)"]
    case .ran(let session):
      lines += list("expectations", session.results.map(expectation))
      lines += list(
        "stalls", stalls(session).map { ["message: \(quoted(result.sentence(of: $0)))"] })
      lines += list(
        "causes", result.causeLines(of: session.results).map { ["message: \(quoted($0))"] })
      lines += list("playback", result.standstillLines.map { ["message: \(quoted($0))"] })
      lines += list("damage", result.damageLines.map { ["message: \(quoted($0))"] })
      lines += list(
        "remarks", (result.freezeLines + result.mediaLines).map { ["message: \(quoted($0))"] })
      if let comparison = result.comparison {
        lines += list(
          "baseline",
          ComparisonText(comparison, style: .report).lines.map { ["message: \(quoted($0))"] })
      }
      lines.append("metrics:")
      lines += session.summary.metrics.map { metric in
        "  \(metric.rawValue): \(session.summary[metric]?.plainText ?? "~")"
      }
    }
    return lines
  }

  private static func block(_ problems: [SuiteProblem]) -> [String] {
    ["severity: error"] + list("problems", problems.map { ["message: \(quoted($0.text))"] })
  }

  private static func expectation(_ result: ExpectationResult) -> [String] {
    [
      "expected: \(quoted(result.expectation.text))", "actual: \(quoted(result.actualText))",
      "verdict: \(result.verdict.rawValue)",
    ]
  }

  /// The stalls that are against any expectation, each once.
  private static func stalls(_ session: CheckedSession) -> [Stall] {
    let numbers = Set(session.results.flatMap(\.stalls).map(\.number))
    return session.stalls.filter { numbers.contains($0.number) }
  }

  /// A list, each of whose items is a mapping of the lines given; nothing if there are none.
  ///
  /// Perl's harness takes a text with a colon in it for a mapping, quoted or not, so no item is
  /// one.
  private static func list(_ name: String, _ items: [[String]]) -> [String] {
    guard !items.isEmpty else { return [] }
    return ["\(name):"]
      + items.flatMap { lines in
        lines.enumerated().map { number, line in "  \(number == 0 ? "-" : " ") \(line)" }
      }
  }

  /// A text between double quotes, as YAML and JSON both have it.
  private static func quoted(_ text: String) -> String {
    var printer = JSONPrinter(openLevels: 0)
    printer.print(.string(text.printable))
    return String(decoding: printer.bytes, as: UTF8.self)
  }
}

extension CaseResult.Verdict {
  /// What TAP's examples call it.
  fileprivate var severity: String {
    switch self {
    case .passed: "comment"
    case .warned: "warning"
    case .failed: "fail"
    case .error: "error"
    }
  }
}
