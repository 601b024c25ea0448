/// Why a file could not be written.
public struct FileWriteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// How far it got.
  public enum Step: Hashable, Sendable {
    /// The destination could not be opened, made or replaced.
    case create
    /// It was there to be written, and the bytes did not go in.
    case write
  }

  /// How far it got.
  public var step: Step
  /// The path as it was asked for.
  public var path: String
  /// What the system said.
  public var reason: SystemError

  /// The failure of `step` for the file at `path`.
  public init(_ step: Step, path: String, reason: SystemError) {
    self.step = step
    self.path = path
    self.reason = reason
  }

  /// The failure in words, the path as it is.
  public var description: String {
    switch step {
    case .create: "cannot create \(path): \(reason)"
    case .write: "cannot write \(path): \(reason)"
    }
  }
}
