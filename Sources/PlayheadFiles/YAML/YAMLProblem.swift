/// One mistake in a YAML file.
public struct YAMLProblem: Hashable, Sendable {
  /// The position of the mistake.
  public let mark: YAMLMark
  /// The mistake, as a clause without a full stop.
  public let problem: String
  /// How to fix it, as a clause, if known.
  public let hint: String?

  /// `problem` at `mark`, which `hint` fixes.
  public init(_ mark: YAMLMark, _ problem: String, hint: String? = nil) {
    self.mark = mark
    self.problem = problem
    self.hint = hint
  }

  /// The problem and the hint, without the position.
  public var explanation: String {
    if let hint { "\(problem); \(hint)" } else { problem }
  }
}

extension YAMLProblem: CustomStringConvertible {
  /// The position, the problem and the hint in one line.
  public var description: String { "\(mark): \(explanation)" }
}
