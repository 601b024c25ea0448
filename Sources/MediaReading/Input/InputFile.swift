#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An open file that any number of threads read by offset.
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
    guard descriptor >= 0 else {
      throw .unreadable(name: path, reason: Self.words(for: errno))
    }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      let code = errno
      close(descriptor)
      throw .unreadable(name: path, reason: Self.words(for: code))
    }
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFREG else {
      close(descriptor)
      throw .notMedia(
        name: path, reason: kind == S_IFDIR ? "it is a directory" : "it is not a regular file")
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

  /// Shares the open file of `descriptor`, which may be closed afterwards.
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

  deinit {
    close(descriptor)
  }

  /// The path from the root, without links.
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

  /// The first bytes of the file, at most `count`.
  func head(_ count: Int) throws(ReadFailure) -> [UInt8] {
    try bytes(count, at: 0)
  }

  /// The bytes from `offset` on, at most `count`.
  func bytes(_ count: Int, at offset: Int64) throws(ReadFailure) -> [UInt8] {
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

  /// The system's words for one of its error numbers.
  static func words(for code: Int32) -> String {
    unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
  }
}

/// A read that the system refused.
struct ReadFailure: Error, Equatable {
  /// Where it was to begin.
  var offset: Int64
  /// The system's words.
  var reason: String
}
