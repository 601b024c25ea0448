#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a path to write to turns out to be.
enum Destination: Equatable {
  /// A file that is open already, named by a path such as `/dev/stdout`.
  case descriptor(Int32)
  /// Neither a regular file nor a directory: a device, a pipe.
  case special
  /// A regular file at the path at the end of all links, and its mode; `nil` if it is to be made.
  case regular(String, mode: mode_t?)

  /// Looks at what `path` names; directories and files that may not be written are errors.
  init(_ path: String) throws(SystemError) {
    // The system would read only up to the zero, and write some other file.
    if path.utf8.contains(0) { throw SystemError(code: EINVAL) }
    var path = path
    for _ in 0..<40 {
      if let number = Self.openDescriptor(named: path) {
        self = .descriptor(number)
        return
      }
      var status = stat()
      if try unsafe !Self.exists(stat(path, &status)) {
        // Nothing, or a link to nothing: then what it names is the file to make.
        if try unsafe !Self.exists(lstat(path, &status)) {
          self = .regular(path, mode: nil)
          return
        }
      } else if status.st_mode & S_IFMT == S_IFREG {
        // The end of the links is to be replaced, not the link.
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

  /// The part of `path` before its last name, up to and with the slash; empty if there is none.
  static func directory(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return String(path[...slash])
  }

  /// The number in a path that names one of our open files.
  ///
  /// Opening such a path would start at the head of the file behind it, and replacing that file
  /// would lose what others append to it; the open file itself is what is meant.
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
