import PlayheadKit

/// Reads policy files.
enum PolicyLoading {
  /// The contents of the policy file at `path`.
  static func file(at path: String) throws(Failure) -> PolicyFile {
    do {
      return try PolicyFile(path: path)
    } catch {
      switch error {
      case .unreadable(let error):
        throw Failure(error, reading: "player policy", malformed: .configuration)
      case .malformed(let path, let error): throw Failure(error, in: path, of: "player policy")
      }
    }
  }
}
