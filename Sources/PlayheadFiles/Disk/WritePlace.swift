import POSIX

/// The destination of writes to a path, the same for every spelling of it.
package enum WritePlace: Hashable, Sendable {
  /// An open file; 1 is standard output.
  case descriptor(Int32)
  /// An existing file.
  case file(FileIdentity)
  /// A file to create, or one that is not regular: its path, with the folder's links resolved.
  case path(String)

  /// The place that `path` names.
  package init(_ path: String) {
    if let file = FileIdentity(regularFileAt: path) {
      self = .file(file)
      return
    }
    switch try? Destination(path) {
    case .descriptor(let number): self = .descriptor(number)
    case .regular(let end, _): self = .path(Self.withoutLinks(end))
    case .special, nil: self = .path(Self.withoutLinks(path))
    }
  }

  /// Whether writing to `path` makes or replaces a regular file; not a pipe, a device, a folder, or
  /// what a link leads to.
  package static func isRegularOrMissing(_ path: String) -> Bool {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return errno == ENOENT }
    return status.st_mode & S_IFMT == S_IFREG
  }

  /// The path with its folder's links resolved; unchanged if the folder does not exist.
  private static func withoutLinks(_ path: String) -> String {
    let directory = Destination.directory(of: path)
    guard let real = unsafe realpath(directory.isEmpty ? "." : directory, nil) else { return path }
    defer { unsafe free(real) }
    return unsafe "\(String(cString: real))/\(path.dropFirst(directory.count))"
  }
}
