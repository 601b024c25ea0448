import PlayheadFiles
import PlayheadReporting

/// The report of checks as workflow commands of GitHub Actions, which GitHub shows at the case's
/// line in its suite's file.
///
/// A case has one annotation, as GitHub shows at most ten of a level: an error if it failed or
/// could not run, a warning if it passed with warnings, a notice if it is new to the baseline or
/// better than it, has allowed damage or timestamps that restart. Each ends with what was run. A
/// mistake in a suite's file is an error at its place.
package enum CheckAnnotations {
  /// The commands, each with a newline at its end; empty if all cases passed without a remark.
  package static func text(_ suites: [SuiteResult]) -> String {
    suites.flatMap { commands(on: $0) }.map { $0 + "\n" }.joined()
  }

  private static func commands(on suite: SuiteResult) -> [String] {
    let problems = suite.problems.map { problem in
      command(
        "error", suite.path, problem.mark, title: "playhead check", problem.explanation.printable)
    }
    let notes = suite.notes.map { note in
      command("notice", suite.path, nil, title: "playhead check", note.printable)
    }
    return problems + notes + suite.cases.compactMap { annotation(of: $0, in: suite) }
  }

  private static func annotation(of result: CaseResult, in suite: SuiteResult) -> String? {
    let lines = CaseText(result, style: .report).detailLines(indent: 0, failuresOnly: true)
    let level: String
    switch result.verdict {
    case .failed, .error: level = "error"
    case .warned: level = "warning"
    case .passed:
      guard !lines.isEmpty else { return nil }
      level = "notice"
    }
    return command(
      level, suite.path, result.checkCase.mark, title: result.checkCase.name,
      (lines + CaseSettingText(result).lines).joined(separator: "\n"))
  }

  private static func command(
    _ level: String, _ path: String?, _ mark: YAMLMark?, title: String, _ message: String
  ) -> String {
    var properties = path.map { ["file=\(property($0.withoutControls))"] } ?? []
    if let mark { properties += ["line=\(mark.line)", "col=\(mark.column)"] }
    properties.append("title=\(property(title.printable))")
    return "::\(level) \(properties.joined(separator: ","))::\(data(message))"
  }

  /// A message, each line of which is printable; a percent sign begins an escape, and a line end
  /// would end the command.
  private static func data(_ text: String) -> String {
    replacing(["%": "%25", "\r": "%0D", "\n": "%0A"], in: text)
  }

  /// A property, which a comma or a colon would end as well.
  private static func property(_ text: String) -> String {
    replacing(["%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"], in: text)
  }

  /// Goes by code points, as a carriage return and a line feed are one character to Swift.
  private static func replacing(_ escapes: [Unicode.Scalar: String], in text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      if let escape = escapes[scalar] {
        result += escape
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }
}
