import POSIX
import PlayheadKit

/// A folder that several results are written to.
enum OutputFolder {
  /// Makes the folder at `path` if it is missing.
  static func make(at path: String) throws(Failure) {
    guard unsafe mkdir(path, 0o777) != 0, !Folder.exists(at: path) else { return }
    throw Failure(
      .cannotCreate, "cannot create output", at: path, why: SystemError.last.description)
  }
}
