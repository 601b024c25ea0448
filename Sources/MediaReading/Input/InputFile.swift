#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An open file that any number of threads can read by offset.
final class InputFile: Sendable {
  private let descriptor: Int32
  /// The path or URL that the user gave.
  let name: String
  /// The size in bytes when it was opened.
  let size: Int64
  /// When it was last modified, in nanoseconds since 1970.
  let modificationTime: Int64

  /// Opens the regular file at `path`.
  init(path: String) throws(MediaReadingError) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Self.cannotOpen(path, errno) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      let code = errno
      close(descriptor)
      throw .unreadable(name: path, reason: Self.words(for: code))
    }
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFREG else {
      let isTerminal = isatty(descriptor) != 0
      close(descriptor)
      let reason =
        switch kind {
        case S_IFDIR: "it is a directory"
        case S_IFCHR where isTerminal: "it is a terminal; redirect a file or a pipe to it"
        case S_IFCHR, S_IFBLK: "it is a device"
        default: "it is not a regular file"
        }
      throw .notMedia(name: path, reason: reason)
    }
    self.descriptor = descriptor
    name = path
    size = Int64(status.st_size)
    #if canImport(Darwin)
      let modified = status.st_mtimespec
    #else
      let modified = status.st_mtim
    #endif
    modificationTime = Int64(modified.tv_sec) * 1_000_000_000 + Int64(modified.tv_nsec)
  }

  /// Duplicates `descriptor`, which may be closed afterwards.
  convenience init(
    duplicating descriptor: Int32, name: String, size: Int64
  ) throws(MediaReadingError) {
    let descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else {
      throw .resources(name: name, reason: Self.words(for: errno))
    }
    self.init(descriptor: descriptor, name: name, size: size)
  }

  private init(descriptor: Int32, name: String, size: Int64) {
    self.descriptor = descriptor
    self.name = name
    self.size = size
    modificationTime = 0
  }

  /// The error for a path that cannot be opened, with what may be wrong with the path.
  private static func cannotOpen(_ path: String, _ code: Int32) -> MediaReadingError {
    let reason =
      switch code {
      case ENOENT where path.isEmpty: "the name is empty"
      case ENOENT where path.contains("://"): "only http and https URLs are supported"
      // Names come as Unicode, with this in place of what is none.
      case ENOENT where path.unicodeScalars.contains("\u{FFFD}"):
        "no such file, or its name is not valid UTF-8; rename it"
      case ENXIO: "it is a socket or a device"
      default: words(for: code)
      }
    return .unreadable(name: path.isEmpty ? "''" : path, reason: reason)
  }

  deinit {
    close(descriptor)
  }

  /// The absolute path without symbolic links.
  var absolutePath: String {
    guard let path = unsafe realpath(name, nil) else { return name }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }

  /// Reads up to `buffer.count` bytes at `offset`; 0 at the end of the file.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(ReadFailure) -> Int
  {
    while true {
      let count = unsafe pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
      if count >= 0 { return count }
      if errno != EINTR { throw ReadFailure(offset: offset, reason: Self.words(for: errno)) }
    }
  }

  /// The bytes from `offset` on, at most `count`; fewer where the file ends.
  func bytes(_ count: Int, at offset: Int64 = 0) throws(ReadFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      var failure: ReadFailure?
      let read = unsafe bytes.withUnsafeMutableBytes { buffer in
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
        do throws(ReadFailure) {
          return try unsafe self.read(into: rest, at: offset + Int64(filled))
        } catch {
          failure = error
          return 0
        }
      }
      if let failure { throw failure }
      if read == 0 { break }
      filled += read
    }
    return Array(bytes.prefix(filled))
  }

  /// The system's message for an error number.
  static func words(for code: Int32) -> String {
    unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
  }
}

/// A failed read.
struct ReadFailure: Error, Equatable {
  /// The offset of the read.
  var offset: Int64
  /// The system's message.
  var reason: String
}
