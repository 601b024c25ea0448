/// Why a hand-written file, such as a profile or a suite, cannot be used.
public enum SourceFileError<Mistake: Error & Hashable>: Error, Hashable {
  /// It cannot be read.
  case unreadable(FileReadError)
  /// Its content is malformed.
  case malformed(path: String, Mistake)

  /// Parses the file at `path`, which may have at most `limit` bytes.
  package static func reading<Value>(
    _ path: String, atMost limit: Int, _ parse: ([UInt8]) throws(Mistake) -> Value
  ) throws(SourceFileError) -> Value {
    let contents: [UInt8]
    do {
      contents = try WholeFile.read(path, atMost: limit)
    } catch {
      throw .unreadable(error)
    }
    do {
      return try parse(contents)
    } catch {
      throw .malformed(path: path, error)
    }
  }
}

extension SourceFileError: Sendable where Mistake: Sendable {}

extension SourceFileError: CustomStringConvertible {
  /// A line for each mistake, with the path.
  public var description: String {
    switch self {
    case .unreadable(let error): "\(error.path): \(error.reason)"
    case .malformed(let path, let mistake):
      "\(mistake)".split(separator: "\n").map { "\(path): \($0)" }.joined(separator: "\n")
    }
  }
}
