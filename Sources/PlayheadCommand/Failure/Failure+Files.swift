import PlayheadKit

extension Failure {
  /// A file could not be written.
  init(_ error: FileWriteError) {
    switch error.step {
    case .create:
      self.init(
        .cannotCreate, "cannot create output", at: error.path, why: error.reason.description)
    case .write:
      self.init(.inputOutput, "cannot write", at: error.path, why: error.reason.description)
    }
  }
}

extension Failure {
  /// A small file of `kind` could not be read; `malformed` is the exit code for wrong contents.
  init(_ error: FileReadError, reading kind: String, malformed: ExitCode = .badData) {
    switch error.step {
    case .open: self.init(.noInput, "cannot open \(kind)", at: error.path, why: error.reason)
    case .read: self.init(.inputOutput, "cannot read \(kind)", at: error.path, why: error.reason)
    case .content:
      self.init(malformed, "not a \(kind)", at: error.path, why: error.reason)
    }
  }
}
