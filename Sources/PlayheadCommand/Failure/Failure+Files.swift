import PlayheadKit

extension Failure {
  /// A file that was to be written is not.
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
