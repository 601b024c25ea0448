import POSIX

/// Reads small files, such as profiles, as a whole.
package enum WholeFile {
  /// The content of the file at `path`, which may be a pipe.
  ///
  /// - Throws: ``FileReadError`` if it cannot be opened or read, is a folder, or has more than
  ///   `limit` bytes.
  package static func read(_ path: String, atMost limit: Int) throws(FileReadError) -> [UInt8] {
    var file = try Reader(path)
    let excess = FileReadError(.content, path: path, reason: "it has more than \(limit) bytes")
    // Of what says its size, nothing is read in vain.
    guard file.size ?? 0 <= Int64(limit) else { throw excess }
    var bytes: [UInt8] = []
    while true {
      let part = try file.next(atMost: 64 << 10)
      guard !part.isEmpty else { return bytes }
      bytes += part
      guard bytes.count <= limit else { throw excess }
    }
  }

  /// A file that is being read.
  struct Reader: ~Copyable {
    /// The path as given.
    let path: String
    private let file: Descriptor
    private var count = 0

    /// How many times the size of a file what is made of it takes at most.
    private static let growth = 32
    /// The size of the largest block that this is asked for in, in bytes.
    private static let largestBlock = 160 << 20

    /// Opens the file at `path`.
    init(_ path: String) throws(FileReadError) {
      self.path = path
      do throws(SystemError) {
        file = try Descriptor(path: path, flags: O_RDONLY)
      } catch {
        throw FileReadError(
          .open, path: path, reason: error.description, isMissing: error.code == ENOENT)
      }
    }

    /// Its size; `nil` unless it is a regular file.
    var size: Int64? {
      var status = stat()
      guard unsafe fstat(file.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        return nil
      }
      return Int64(status.st_size)
    }

    /// The next bytes, at most `limit`; none at the end.
    ///
    /// Reading fails once there is too little memory for what is made of them.
    mutating func next(atMost limit: Int) throws(FileReadError) -> [UInt8] {
      var buffer = [UInt8](repeating: 0, count: limit)
      do throws(SystemError) {
        buffer.removeLast(limit - (try WholeFile.read(file, into: &buffer)))
        count += buffer.count
        guard FreeMemory.has(min(count * Self.growth, Self.largestBlock)) else {
          throw SystemError(code: ENOMEM)
        }
      } catch {
        throw FileReadError(
          error.code == EISDIR ? .open : .read, path: path, reason: error.description)
      }
      return buffer
    }
  }

  /// The first bytes of the file at `path`, at most `count`; `nil` if it cannot be read.
  package static func beginning(of path: String, count: Int) -> [UInt8]? {
    guard let file = try? Descriptor(path: path, flags: O_RDONLY) else { return nil }
    var buffer = [UInt8](repeating: 0, count: count)
    guard let filled = try? read(file, into: &buffer) else { return nil }
    return Array(buffer.prefix(filled))
  }

  private static func read(
    _ file: borrowing Descriptor, into buffer: inout [UInt8]
  ) throws(SystemError) -> Int {
    let number = file.number
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { buffer in
        unsafe POSIX.read(number, buffer.baseAddress, buffer.count)
      }
      if count >= 0 { return count }
      if errno != EINTR { throw .last }
    }
  }
}

/// Why a whole file could not be read.
public struct FileReadError: Error, Hashable, Sendable {
  /// The step that failed.
  public enum Step: Hashable, Sendable {
    /// Opening the file.
    case open
    /// Reading the opened file.
    case read
    /// Accepting the content: a directory, or a file that is too large.
    case content
  }

  /// The step that failed.
  public let step: Step
  /// The path as given.
  public let path: String
  /// The reason, as a clause.
  public let reason: String
  /// Whether the file is missing.
  public let isMissing: Bool

  init(_ step: Step, path: String, reason: String, isMissing: Bool = false) {
    self.isMissing = isMissing
    self.step = step
    self.path = path
    self.reason = reason
  }
}
