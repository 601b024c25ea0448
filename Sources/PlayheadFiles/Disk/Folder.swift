import POSIX

/// The folder of a file, from which paths in that file are counted.
package struct Folder: Hashable, Sendable {
  /// Whether a folder is at `path`.
  package static func exists(at path: String) -> Bool {
    guard !path.isEmpty,
      (try? Descriptor(path: path, flags: O_RDONLY | O_DIRECTORY | O_NONBLOCK)) != nil
    else { return false }
    return true
  }

  /// The path up to its last slash, that included; empty for where the program runs.
  private let prefix: String

  /// The folder that the file at `path` lies in.
  package init(ofFileAt path: String) {
    prefix = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// The path, from where the program runs, of what is at `path` from here.
  package func path(of path: String) -> String {
    path.hasPrefix("/") ? path : prefix + path
  }

  /// Whether `path` leads out of the folder by its components alone, without resolving links.
  package func isLeft(by path: String) -> Bool {
    if path.hasPrefix("/") {
      guard prefix.hasPrefix("/"), path.hasPrefix(prefix) else { return true }
      return isLeft(by: String(path.dropFirst(prefix.count)))
    }
    var depth = 0
    for part in path.split(separator: "/") where part != "." {
      depth += part == ".." ? -1 : 1
      if depth < 0 { return true }
    }
    return false
  }
}
