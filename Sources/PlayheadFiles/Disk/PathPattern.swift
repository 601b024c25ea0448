/// A path with `*`, `?` or `[…]` that matches files as in a shell.
///
/// A `*` matches neither slashes nor a leading dot. Between slashes, `**` matches any number of
/// nested folders, or none; it does not follow links, which could form circles.
package struct PathPattern {
  /// The files that a pattern matches.
  package struct Matches: Hashable, Sendable {
    /// Their paths, relative to the folder of the search, in byte order.
    package internal(set) var files: [String] = []
    /// The folders that could not be read, so that files in them are missing.
    package internal(set) var unreadableFolders: [String] = []
    /// Which bound ended the search before its end; `nil` if none did.
    package internal(set) var metBound: Bound?
  }

  /// A bound of a search.
  package enum Bound: Hashable, Sendable {
    /// Folders that are read.
    case folders(Int)
    /// Files that are found.
    case files(Int)
  }

  /// The maximum number of folders that a search reads: a few seconds of them.
  package static let maximumFolders = 20_000
  /// The maximum number of files that a search finds.
  package static let maximumFiles = 10_000

  private let text: String

  /// The pattern that `text` is; `nil` if it is a plain path.
  package init?(_ text: String) {
    guard text.contains(where: { "*?[".contains($0) }) else { return nil }
    self.text = text
  }

  /// The matching files, relative to `folder`.
  package func matches(
    in folder: Folder, maximumFolders: Int = maximumFolders, maximumFiles: Int = maximumFiles
  ) -> Matches {
    let prefix = text.hasPrefix("/") ? "" : folder.path(of: "")
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { PathPart($0) }
    var search = PathSearch(
      parts: parts, maximumFolders: maximumFolders, maximumFiles: maximumFiles)
    search.search(from: prefix)
    var matches = search.matches
    matches.files = Set(matches.files).map { String($0.dropFirst(prefix.count)) }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return matches
  }
}
