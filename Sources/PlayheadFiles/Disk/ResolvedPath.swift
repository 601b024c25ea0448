import POSIX

/// Where a path leads.
package enum ResolvedPath {
  /// The absolute path of what lies at `path`, without symbolic links; `nil` if nothing does.
  package static func text(of path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }
}
