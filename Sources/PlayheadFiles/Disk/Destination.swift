import POSIX

/// The kind of destination that a path names.
enum Destination: Equatable {
  /// An open file, named by a path such as `/dev/stdout`.
  case descriptor(Int32)
  /// Neither a regular file nor a directory: a device, a pipe.
  case special
  /// A regular file, its path with links resolved and its mode; `nil` if it does not exist yet.
  case regular(String, mode: mode_t?)

  /// Finds the destination that `path` names; throws for directories and protected files.
  init(_ path: String) throws(SystemError) {
    // The system would stop at the zero and write another file.
    if path.utf8.contains(0) { throw SystemError(code: EINVAL) }
    var path = path
    for _ in 0..<40 {
      if let number = Self.openDescriptor(named: path) {
        self = .descriptor(number)
        return
      }
      var status = stat()
      if try unsafe !Self.exists(stat(path, &status)) {
        // Missing, or a dangling link, whose target is then the file to create.
        if try unsafe !Self.exists(lstat(path, &status)) {
          self = .regular(path, mode: nil)
          return
        }
      } else if status.st_mode & S_IFMT == S_IFREG {
        // Replace the link's target, not the link.
        _ = try unsafe Self.exists(lstat(path, &status))
      }
      switch status.st_mode & S_IFMT {
      case S_IFLNK:
        path = try Self.target(ofLink: path)
      case S_IFDIR:
        throw SystemError(code: EISDIR)
      case S_IFREG:
        // Renaming would replace a file that its owner made read-only.
        if unsafe access(path, W_OK) != 0 { throw .last }
        self = .regular(path, mode: status.st_mode & 0o7777)
        return
      default:
        self = .special
        return
      }
    }
    throw SystemError(code: ELOOP)
  }

  /// The part of `path` up to and including its last slash; empty without a slash.
  static func directory(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return String(path[...slash])
  }

  /// The descriptor in a path that names one of our open files.
  ///
  /// Opening such a path again would start at the beginning of its file, and replacing that file
  /// would lose what others append to it.
  static func openDescriptor(named path: String) -> Int32? {
    switch path {
    case "/dev/stdout": return 1
    case "/dev/stderr": return 2
    default: break
    }
    for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
      return Int32(path.dropFirst(folder.count)).flatMap { $0 >= 0 ? $0 : nil }
    }
    return nil
  }

  private static func exists(_ result: Int32) throws(SystemError) -> Bool {
    if result == 0 { return true }
    if errno == ENOENT { return false }
    throw .last
  }

  private static func target(ofLink path: String) throws(SystemError) -> String {
    var text = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink(path, &text, text.count)
    if count < 0 { throw .last }
    let target = String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    return target.hasPrefix("/") ? target : directory(of: path) + target
  }
}
