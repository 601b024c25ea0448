/// What is wrong with a suite file, so that none of its cases can be run.
public struct SuiteProblem: Hashable, Sendable {
  /// Where it is; `nil` if it is about the file as a whole.
  public var mark: YAMLMark?
  /// What is wrong and what to do about it, as a clause.
  public var explanation: String

  /// A problem of the parts given.
  public init(_ mark: YAMLMark?, _ explanation: String) {
    self.mark = mark
    self.explanation = explanation
  }

  /// The place, if there is one, and the explanation.
  var text: String { mark.map { "\($0): \(explanation)" } ?? explanation }
}

extension SuiteResult {
  /// The result of the suite file at `path`, which cannot be read because of `error`.
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

  /// The result of `suite`, none of whose cases is run.
  public init(skipping suite: Suite) {
    self.init(
      name: suite.name, path: suite.path, cases: [], skippedCount: suite.cases.count)
  }
}
