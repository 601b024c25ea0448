/// What is wrong with a bandwidth profile, and where.
public struct ProfileError: Error, Hashable, Sendable {
  /// Where in a profile or in its file something is wrong.
  public enum Place: Hashable, Sendable {
    /// The profile as a whole.
    case whole
    /// An entry of a profile, counted from 1.
    case entry(Int)
    /// A value of an entry, by its name.
    case value(String, entry: Int)
    /// A line of the file and, where it matters, the character in it; both counted from 1.
    case line(Int, column: Int? = nil)
  }

  /// Where it is.
  public let place: Place
  /// What was expected and what is there, as a clause without a full stop.
  public let problem: String
  /// The formats that the file could be in, of which one has to be named; empty if that is not it.
  public let candidates: [TraceFormat]
  /// What else is wrong, in formats that are read on after a mistake; these have none in turn.
  public let others: [ProfileError]

  /// `problem` at `place`, which naming one of `candidates` would mend if there are any, and
  /// `others` besides.
  public init(
    _ place: Place, _ problem: String, candidates: [TraceFormat] = [], others: [ProfileError] = []
  ) {
    self.place = place
    self.problem = problem
    self.candidates = candidates
    self.others = others
  }
}

extension ProfileError: CustomStringConvertible {
  /// The place and the problem in one line, without the others: `line 3, column 7: a number is
  /// expected`.
  public var description: String {
    switch place {
    case .whole: problem
    case .entry(let number): "entry \(number): \(problem)"
    case .value(let key, let number): "entry \(number), \(key): \(problem)"
    case .line(let line, nil): "line \(line): \(problem)"
    case .line(let line, let column?): "line \(line), column \(column): \(problem)"
    }
  }
}
