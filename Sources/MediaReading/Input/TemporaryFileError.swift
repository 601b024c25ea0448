import POSIX

/// A failed operation on a temporary file.
public struct TemporaryFileError: Error, Hashable, Sendable {
  /// An operation on the file.
  public enum Step: Hashable, Sendable {
    /// Creating it in its folder.
    case create
    /// Checking for free space.
    case reserve
    /// Writing to it.
    case write
    /// Truncating it, to start over.
    case truncate
  }

  /// The step that failed.
  public let step: Step
  /// The folder of the file.
  public let directory: String
  /// The system's error number (`errno`).
  public let code: Int32

  /// Whether the disk or the user's quota is full.
  public var isOutOfSpace: Bool {
    code == ENOSPC || code == EDQUOT || code == EFBIG
  }
}

extension TemporaryFileError: CustomStringConvertible {
  /// The reason in one line.
  public var description: String {
    let reason = unsafe String(cString: strerror(code))
    return switch step {
    case .create: "cannot create a temporary file in \(directory): \(reason)"
    case .reserve: "no room for a temporary file in \(directory): \(reason)"
    case .write: "cannot write a temporary file in \(directory): \(reason)"
    case .truncate: "cannot empty a temporary file in \(directory): \(reason)"
    }
  }
}
