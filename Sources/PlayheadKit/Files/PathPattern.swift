#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A path with `*`, `?` or `[…]` in it that stands for all files of such names, as in a shell.
///
/// A `*` matches no slash, and no dot that begins a name.
struct PathPattern {
  private let text: String

  /// The pattern that `text` is; `nil` if it is a plain path.
  init?(_ text: String) {
    guard text.contains(where: { "*?[".contains($0) }) else { return nil }
    self.text = text
  }

  /// The paths of the files of such names in `folder`, counted from there, in the order of their
  /// bytes.
  func files(in folder: Folder) -> [String] {
    let prefix = text.hasPrefix("/") ? "" : folder.path(of: "")
    var found = unsafe glob_t()
    defer { unsafe globfree(&found) }
    // Folders come out with a slash at their end.
    guard unsafe glob(Self.escaped(prefix) + text, GLOB_MARK, nil, &found) == 0 else { return [] }
    var paths: [String] = []
    for number in unsafe 0..<Int(found.gl_pathc) {
      guard let path = unsafe found.gl_pathv[number].map({ unsafe String(cString: $0) }),
        path.last != "/"
      else { continue }
      paths.append(String(path.dropFirst(prefix.count)))
    }
    return paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      if "*?[]\\".contains(character) { escaped.append("\\") }
      escaped.append(character)
    }
  }
}
