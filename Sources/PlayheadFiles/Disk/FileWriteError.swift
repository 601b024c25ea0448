/// Why a file could not be written.
package struct FileWriteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The step that failed.
  package enum Step: Hashable, Sendable {
    /// Opening, creating or replacing the destination.
    case create
    /// Writing to the opened destination.
    case write
  }

  /// The step that failed.
  package var step: Step
  /// The path as given.
  package var path: String
  /// The system's reason.
  package var reason: SystemError

  /// The failure of `step` for the file at `path`.
  package init(_ step: Step, path: String, reason: SystemError) {
    self.step = step
    self.path = path
    self.reason = reason
  }

  /// The failure in words, the path as it is.
  package var description: String {
    switch step {
    case .create: "cannot create \(path): \(reason)"
    case .write: "cannot write \(path): \(reason)"
    }
  }
}
