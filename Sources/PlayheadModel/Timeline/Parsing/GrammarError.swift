/// What is wrong with a text that should have been a duration, a rate or a network.
public struct GrammarError: Error, Hashable, Sendable {
  /// The text that was read, whole.
  public let text: String
  /// What is wrong with it, as a clause without a full stop: `“60” seconds do not fit a minute`.
  public let problem: String
  /// What to do about it where that is known, as a clause: `write 1:05`.
  public let hint: String?

  /// A refusal of `text` because of `problem`, which `hint` would mend.
  public init(text: String, problem: String, hint: String? = nil) {
    self.text = text
    self.problem = problem
    self.hint = hint
  }
}

extension GrammarError: CustomStringConvertible {
  /// The text, what is wrong with it and what to do about it, in one line.
  public var description: String {
    let refusal = "“\(text)”: \(problem)"
    return if let hint { "\(refusal); \(hint)" } else { refusal }
  }
}
