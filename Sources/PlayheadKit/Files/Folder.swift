/// The folder of a file, to which paths in that file are relative.
struct Folder: Hashable, Sendable {
  /// The path up to and including its last slash; empty for the working directory.
  private let prefix: String

  /// The folder of the file at `path`.
  init(ofFileAt path: String) {
    prefix = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// `path`, which is relative to the folder, relative to the working directory.
  func path(of path: String) -> String {
    path.hasPrefix("/") ? path : prefix + path
  }

  /// Whether `path` leads out of the folder by its components alone, without resolving links.
  func isLeft(by path: String) -> Bool {
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
