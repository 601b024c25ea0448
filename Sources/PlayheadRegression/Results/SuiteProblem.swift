public import PlayheadFiles

/// An error in a suite file, which prevents all its cases from running.
package struct SuiteProblem: Hashable, Sendable {
  /// The position; `nil` if it concerns the whole file.
  package var mark: YAMLMark?
  /// The error and its remedy, as a clause.
  package var explanation: String

  /// An error with the given values.
  package init(_ mark: YAMLMark?, _ explanation: String) {
    self.mark = mark
    self.explanation = explanation
  }

  /// The position, if any, and the explanation.
  var text: String { mark.map { "\($0): \(explanation)" } ?? explanation }
}

extension SuiteResult {
  /// The result of the suite file at `path`, which is unreadable because of `error`.
  public init(path: String, unreadable error: SourceFileError<YAMLError>) {
    self.init(path: path, cases: [])
    switch error {
    case .unreadable(let error):
      let error = CaseError(error, reading: "suite")
      problems = [SuiteProblem(nil, "\(error.what): \(error.why)")]
    case .malformed(_, let error):
      problems = error.problems.map { SuiteProblem($0.mark, $0.explanation) }
      if error.unlistedCount > 0 {
        problems.append(SuiteProblem(nil, "\(error.unlistedCount) more problems are not listed"))
      }
    }
  }

  /// The result of `suite` when none of its cases runs.
  public init(skipping suite: Suite) {
    self.init(
      name: suite.name, path: suite.path, cases: [], skippedCount: suite.cases.count)
  }
}
