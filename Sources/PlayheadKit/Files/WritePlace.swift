#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where what is written to a path ends up, whatever way the path is spelled.
package enum WritePlace: Hashable, Sendable {
  /// A file that is open already; 1 is standard output.
  case descriptor(Int32)
  /// A file that is there.
  case file(FileIdentity)
  /// What is no regular file, or is to be made: its path, the folder's without links.
  case path(String)

  /// The place that `path` names.
  package init(_ path: String) {
    if let file = FileIdentity(regularFileAt: path) {
      self = .file(file)
      return
    }
    switch try? Destination(path) {
    case .descriptor(let number): self = .descriptor(number)
    case .regular(let end, _): self = .path(Self.withoutLinks(end))
    case .special, nil: self = .path(Self.withoutLinks(path))
    }
  }

  /// The path with its folder written as the system does; as it is if there is no such folder.
  private static func withoutLinks(_ path: String) -> String {
    let directory = Destination.directory(of: path)
    guard let real = unsafe realpath(directory.isEmpty ? "." : directory, nil) else { return path }
    defer { unsafe free(real) }
    return unsafe "\(String(cString: real))/\(path.dropFirst(directory.count))"
  }
}
