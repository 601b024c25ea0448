import POSIX
import PlayheadKit
import Synchronization

/// An open file that any number of threads can read by offset.
final class InputFile: ByteSource, Sendable {
  private let source: any ByteSource & Sendable
  private let readCount = Atomic<Int64>(0)
  /// The path or URL that the user gave.
  let name: String
  /// When it was last modified, in nanoseconds since 1970.
  let modificationTime: Int64
  /// What reading it may take.
  let limits: ReadingLimits
  /// The notes on how far reading it has come; `nil` if nobody needs them.
  let trace: ReadingTrace?

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
    source = FileBytes(owning: descriptor, size: Int64(status.st_size))
    name = path
    #if canImport(Darwin)
      let modified = status.st_mtimespec
    #else
      let modified = status.st_mtim
    #endif
    modificationTime = Int64(modified.tv_sec) * 1_000_000_000 + Int64(modified.tv_nsec)
    limits = ReadingLimits()
    trace = nil
  }

  /// Duplicates `descriptor`, which may be closed afterwards.
  convenience init(
    duplicating descriptor: Int32, name: String, size: Int64
  ) throws(MediaReadingError) {
    let descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else {
      throw .resources(name: name, reason: Self.words(for: errno))
    }
    self.init(FileBytes(owning: descriptor, size: size), name: name)
  }

  /// A file whose bytes are those of `source`.
  init(
    _ source: any ByteSource & Sendable, name: String, limits: ReadingLimits = ReadingLimits(),
    trace: ReadingTrace? = nil
  ) {
    self.source = source
    self.name = name
    self.limits = limits
    self.trace = trace
    modificationTime = 0
  }

  /// The same file, of which reading may take what `limits` says.
  func limited(to limits: ReadingLimits) -> InputFile {
    InputFile(source, name: name, limits: limits)
  }

  /// The descriptor from which all bytes can be read; `nil` if there is none.
  var descriptor: Int32? { (source as? FileBytes)?.descriptor }

  /// The size in bytes when it was opened.
  var size: Int64 { source.size }

  var isDistant: Bool { source.isDistant }

  func countAtHand(from offset: Int64) -> Int64 { source.countAtHand(from: offset) }

  /// Fetches `ranges`, which are read next; what of them lies behind the end is left out, as tables
  /// can say anything and others ask for some bytes more.
  func willRead(_ ranges: [ByteRange]) throws(ReadFailure) {
    guard source.isDistant else { return }
    try source.willRead(
      ranges.compactMap { range in
        let (start, end) = (max(0, range.lowerBound), min(size, range.upperBound))
        return start < end ? ByteRange(start, end) : nil
      })
  }

  /// Fetches `range`, which lies within its size, and asks for up to `ahead` bytes that follow it.
  func willRead(_ range: ByteRange, ahead: Int64) throws(ReadFailure) {
    guard source.isDistant else { return }
    try source.willRead(range, ahead: ahead)
  }

  /// Fetches all of it, where it is distant.
  func willReadAll() throws(ReadFailure) {
    try willRead([ByteRange(0, size)])
  }

  /// The number of bytes read so far, those read twice counted twice.
  var bytesRead: Int64 { readCount.load(ordering: .relaxed) }

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

  /// The absolute path without symbolic links.
  var absolutePath: String { ResolvedPath.text(of: name) ?? name }

  /// Reads up to `buffer.count` bytes at `offset`; 0 at the end of the file.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(ReadFailure) -> Int
  {
    let count = try unsafe source.read(into: buffer, at: offset)
    readCount.add(Int64(count), ordering: .relaxed)
    return count
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
