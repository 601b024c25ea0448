import POSIX

/// What a file is at one instant, which changes when it is written or replaced.
package struct FileState: Hashable, Sendable {
  /// The size in bytes.
  package let bytes: Int64
  /// When it was last modified, in nanoseconds since 1970; zero of what is no file.
  package let modificationTime: Int64
  /// The number of the file on its device; zero of what is no file.
  package let number: UInt64
  /// The number of the device; zero of what is no file.
  package let device: UInt64

  /// The state of the regular file at `path`; `nil` if none exists.
  package init?(ofRegularFileAt path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    #if canImport(Darwin)
      let modified = status.st_mtimespec
    #else
      let modified = status.st_mtim
    #endif
    bytes = Int64(status.st_size)
    modificationTime = Int64(modified.tv_sec) * 1_000_000_000 + Int64(modified.tv_nsec)
    number = UInt64(truncatingIfNeeded: status.st_ino)
    device = UInt64(truncatingIfNeeded: status.st_dev)
  }
}
