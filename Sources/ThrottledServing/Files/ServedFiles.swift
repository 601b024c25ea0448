import POSIX
import PlayheadKit

/// What a server serves: a file, or what lies in a folder.
///
/// Nothing outside of a folder is served: not through `..`, and not through a symbolic link, of
/// which none inside of it is followed. Hidden files are not served either.
package struct ServedFiles: Sendable {
  private enum Root: Sendable {
    case file(path: String, name: String)
    case folder(OpenFolder)
    case generated(bytes: Int64)
  }

  private let root: Root
  /// The path as it was given.
  package let path: String
  /// The path of the folder that is served; `nil` of a file.
  private let folderPath: String?
  /// The name in the folder of the manifest that it is served for; `nil` without one.
  private let manifest: String?

  /// The file or folder at `path`.
  ///
  /// - Throws: ``ServingError`` if it cannot be opened, or is neither.
  package init(path: String) throws(ServingError) {
    self.path = path
    manifest = nil
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0, !path.utf8.contains(0) else {
      throw ServingError(.open(path), reason: SystemError(code: errno).description)
    }
    let folder = OpenFolder(owning: descriptor)
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw ServingError(.open(path), reason: SystemError.last.description)
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      root = .folder(folder)
      folderPath = path
    case S_IFREG:
      root = .file(path: path, name: Self.name(of: path))
      folderPath = nil
    default: throw ServingError(.open(path), reason: "it is neither a file nor a folder")
    }
  }

  /// The folder of the manifest at `path`, in which playlists and segments lie, with the manifest
  /// first.
  ///
  /// - Throws: ``ServingError`` if the folder cannot be opened.
  package init(manifest path: String) throws(ServingError) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let parent = parts.dropLast().joined(separator: "/")
    let folder = parts.count == 1 ? "." : parent.isEmpty ? "/" : parent
    let files = try ServedFiles(path: folder)
    root = files.root
    folderPath = folder
    self.path = path
    manifest = parts.last.map(String.init)
  }

  /// A file of this many zeros, in memory.
  package init(zeros bytes: Int64) {
    (folderPath, manifest) = (nil, nil)
    path = Self.generatedName
    root = .generated(bytes: bytes)
  }

  /// The name of a file in memory.
  package static let generatedName = "zeros"

  /// The last part of `path`, as its name in URLs.
  private static func name(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    // What no path of a URL may name gets a name that it may.
    return TargetPath.isVisible(name) ? name : "media"
  }

  /// Opens the file with `names`, the folders in order and then its own; `nil` if there is none.
  func file(_ names: [String]) -> OpenFile? {
    switch root {
    case .generated(let bytes):
      return names == [Self.generatedName] ? OpenFile(zeros: bytes) : nil
    case .file(let path, let name):
      guard names == [name] else { return nil }
      // As named: a link is followed, and a file that has replaced it is served.
      let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
      return OpenFile(owning: unsafe open(path, flags))
    case .folder(let folder):
      guard let last = names.last, names.allSatisfy(TargetPath.isVisible),
        let parent = folder.folder(names.dropLast())
      else { return nil }
      return OpenFile(owning: parent.descriptor(of: last))
    }
  }

  /// The files that are served, a manifest first, the rest in order of their names; at most
  /// ``maximumListed``.
  package var entries: [Entry] {
    switch root {
    case .generated(let bytes): return [Entry(name: Self.generatedName, bytes: bytes)]
    case .file(_, let name):
      return file([name]).map { [Entry(name: name, bytes: $0.version.size)] } ?? []
    case .folder(let folder):
      var entries: [Entry] = []
      folder.list(under: "", depth: 0, into: &entries)
      func order(_ entry: Entry) -> (Int, String) {
        (entry.name == manifest ? 0 : 1, entry.name)
      }
      return entries.sorted { order($0) < order($1) }
    }
  }

  /// What players open: the file, or the manifest; `nil` of a folder without one.
  package var mainEntry: Entry? {
    switch root {
    case .generated, .file: entries.first
    case .folder:
      manifest.flatMap { name in
        file([name]).map { Entry(name: name, bytes: $0.version.size) }
      }
    }
  }

  /// The maximum number of files in a list.
  package static let maximumListed = 2000

  /// The path of an entry for the system: of a file as it was given.
  package func systemPath(of entry: Entry) -> String {
    folderPath.map { ($0.hasSuffix("/") ? $0 : $0 + "/") + entry.name } ?? path
  }

  /// A file that is served.
  package struct Entry: Hashable, Sendable {
    /// Its path from what is served, with slashes between its parts.
    package var name: String
    /// Its size in bytes.
    package var bytes: Int64

    /// The path of its URL on the link.
    package var urlPath: String { "/media/\(name.percentEncodedPath)" }
  }
}
