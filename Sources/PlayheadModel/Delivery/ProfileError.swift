/// An error in a bandwidth profile, and its place.
public struct ProfileError: Error, Hashable, Sendable {
  /// The place of an error in a profile or its file.
  public enum Place: Hashable, Sendable {
    /// The profile as a whole.
    case whole
    /// An entry, counted from 1.
    case entry(Int)
    /// A value of an entry, by name.
    case value(String, entry: Int)
    /// A line of the file and, where it matters, its character; both counted from 1.
    case line(Int, column: Int? = nil)
  }

  /// The place of the error.
  public let place: Place
  /// The expected and the actual, as a clause without a full stop.
  public let problem: String
  /// The formats that the file could be in, if it is ambiguous; otherwise empty.
  public let candidates: [TraceFormat]
  /// The other errors, in formats whose reading continues after one; these have none in turn.
  public let others: [ProfileError]

  /// An error of `problem` at `place`, with the possible formats and the file's other errors.
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
