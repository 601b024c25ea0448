#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A path with `*`, `?` or `[…]` that matches files as in a shell.
///
/// A `*` matches neither slashes nor a leading dot. Between slashes, `**` matches any number of nested
/// folders, or none; it does not follow links, which could form circles.
package struct PathPattern {
  private let text: String

  /// The pattern that `text` is; `nil` if it is a plain path.
  package init?(_ text: String) {
    guard text.contains(where: { "*?[".contains($0) }) else { return nil }
    self.text = text
  }

  /// The paths of the matching files, relative to `folder`, in byte order.
  package func files(in folder: Folder) -> [String] {
    let prefix = text.hasPrefix("/") ? "" : folder.path(of: "")
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let paths = Set(Self.files(below: prefix, parts[...]))
    return paths.map { String($0.dropFirst(prefix.count)) }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The files below `start`, which is empty or ends with a slash, that match `parts`.
  private static func files(below start: String, _ parts: ArraySlice<Substring>) -> [String] {
    let pattern = escaped(start)
    guard let deep = parts.firstIndex(of: "**") else {
      // Folders are returned with a trailing slash.
      return paths(pattern + parts.joined(separator: "/")).filter { $0.last != "/" }
    }
    let before = parts[..<deep]
    let rest = deep + 1 < parts.endIndex ? parts[(deep + 1)...] : ["*"]
    var folders =
      before.isEmpty ? [start] : paths(pattern + before.joined(separator: "/") + "/")
    var number = 0
    while number < folders.count {
      folders += paths(escaped(folders[number]) + "*/").filter { !isLink($0) }
      number += 1
    }
    return folders.flatMap { files(below: $0, rest) }
  }

  /// The files and folders that match `pattern`, folders with a trailing slash.
  private static func paths(_ pattern: String) -> [String] {
    var found = unsafe glob_t()
    defer { unsafe globfree(&found) }
    guard unsafe glob(pattern, GLOB_MARK, nil, &found) == 0 else { return [] }
    return unsafe (0..<Int(found.gl_pathc)).compactMap { number in
      unsafe found.gl_pathv[number].map { unsafe String(cString: $0) }
    }
  }

  private static func isLink(_ folder: String) -> Bool {
    var status = stat()
    return unsafe lstat(String(folder.dropLast()), &status) == 0
      && status.st_mode & S_IFMT == S_IFLNK
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      if "*?[]\\".contains(character) { escaped.append("\\") }
      escaped.append(character)
    }
  }
}
