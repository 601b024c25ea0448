/// One mistake in a YAML file.
public struct YAMLProblem: Hashable, Sendable {
  /// Where it is.
  public let mark: YAMLMark
  /// What was expected and what is there, as a clause without a full stop.
  public let problem: String
  /// What to do about it where that is known, as a clause.
  public let hint: String?

  /// `problem` at `mark`, which `hint` would mend.
  public init(_ mark: YAMLMark, _ problem: String, hint: String? = nil) {
    self.mark = mark
    self.problem = problem
    self.hint = hint
  }

  /// What is wrong and what to do about it, without the place.
  public var explanation: String {
    if let hint { "\(problem); \(hint)" } else { problem }
  }
}

extension YAMLProblem: CustomStringConvertible {
  /// The place, the problem and the hint in one line.
  public var description: String { "\(mark): \(explanation)" }
}
