import POSIX

/// An open folder, or what was opened as one.
final class OpenFolder: Sendable {
  private let descriptor: Int32

  init(owning descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    _ = close(descriptor)
  }

  /// The maximum depth of folders in a list.
  private static let maximumDepth = 8

  /// Opens what is called `name` in the folder, unless it is a symbolic link; negative if that
  /// fails.
  func descriptor(of name: String, folder isFolder: Bool = false) -> Int32 {
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW
    return unsafe openat(descriptor, name, isFolder ? flags | O_DIRECTORY : flags)
  }

  /// The folder at `names` from here, through no symbolic link.
  func folder(_ names: some Sequence<String>) -> OpenFolder? {
    var folder = self
    for name in names {
      let next = folder.descriptor(of: name, folder: true)
      guard next >= 0 else { return nil }
      folder = OpenFolder(owning: next)
    }
    return folder
  }

  /// Adds the visible files of the folder and its folders to `entries`, `prefix` before their
  /// names.
  func list(under prefix: String, depth: Int, into entries: inout [ServedFiles.Entry]) {
    for name in names().sorted() where TargetPath.isVisible(name) {
      guard entries.count < ServedFiles.maximumListed else { return }
      let number = descriptor(of: name)
      guard number >= 0 else { continue }
      var status = stat()
      guard unsafe fstat(number, &status) == 0 else {
        _ = close(number)
        continue
      }
      switch status.st_mode & S_IFMT {
      case S_IFREG:
        entries.append(.init(name: prefix + name, bytes: Int64(status.st_size)))
        _ = close(number)
      case S_IFDIR where depth < Self.maximumDepth:
        OpenFolder(owning: number).list(
          under: "\(prefix)\(name)/", depth: depth + 1, into: &entries)
      default: _ = close(number)
      }
    }
  }

  /// The names in the folder, as far as they are UTF-8.
  private func names() -> [String] {
    // Its own descriptor, as the system's reader of folders closes it.
    let copy = descriptor(of: ".", folder: true)
    guard copy >= 0 else { return [] }
    guard let stream = unsafe fdopendir(copy) else {
      _ = close(copy)
      return []
    }
    defer { _ = unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
          unsafe String(validatingCString: $0)
        }
      }
      if let name { names.append(name) }
    }
    return names
  }
}
