/// What tells one version of a file from another.
package struct FileVersion: Hashable, Sendable {
  /// The size in bytes.
  package var size: Int64
  /// When it was last modified, in nanoseconds since 1970.
  package var modified: Int64
  /// The file's number in its file system.
  package var inode: UInt64

  /// A version of the properties given.
  package init(size: Int64, modified: Int64, inode: UInt64) {
    self.size = size
    self.modified = modified
    self.inode = inode
  }

  /// A strong entity tag.
  package var entityTag: String {
    "\"\(String(inode, radix: 16))-\(String(size, radix: 16))-\(String(modified, radix: 16))\""
  }

  /// When it was last modified, to the second.
  package var lastModified: HTTPDate {
    HTTPDate(
      seconds: modified >= 0
        ? modified / 1_000_000_000 : -((999_999_999 - modified) / 1_000_000_000))
  }
}
