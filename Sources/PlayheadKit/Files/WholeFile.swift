#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads small files, such as profiles, as a whole.
public enum WholeFile {
  /// The content of the file at `path`, which may be a pipe.
  ///
  /// - Throws: ``FileReadError`` if it cannot be opened or read, is a folder, or has more than
  ///   `limit` bytes.
  public static func read(_ path: String, atMost limit: Int) throws(FileReadError) -> [UInt8] {
    let file: Descriptor
    do throws(SystemError) {
      file = try Descriptor(path: path, flags: O_RDONLY)
    } catch {
      throw FileReadError(
        .open, path: path, reason: error.description, isMissing: error.code == ENOENT)
    }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count: Int
      do throws(SystemError) {
        count = try read(file, into: &buffer)
      } catch {
        throw FileReadError(
          error.code == EISDIR ? .content : .read, path: path, reason: error.description)
      }
      guard count > 0 else { return bytes }
      bytes.append(contentsOf: buffer.prefix(count))
      guard bytes.count <= limit else {
        throw FileReadError(.content, path: path, reason: "it has more than \(limit) bytes")
      }
    }
  }

  private static func read(
    _ file: borrowing Descriptor, into buffer: inout [UInt8]
  ) throws(SystemError) -> Int {
    let number = file.number
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { buffer in
        #if canImport(Darwin)
          unsafe Darwin.read(number, buffer.baseAddress, buffer.count)
        #elseif canImport(Musl)
          unsafe Musl.read(number, buffer.baseAddress, buffer.count)
        #else
          unsafe Glibc.read(number, buffer.baseAddress, buffer.count)
        #endif
      }
      if count >= 0 { return count }
      if errno != EINTR { throw .last }
    }
  }
}

/// Why a small file could not be read as a whole.
public struct FileReadError: Error, Hashable, Sendable {
  /// How far reading came.
  public enum Step: Hashable, Sendable {
    /// It could not be opened.
    case open
    /// It was open, but reading failed.
    case read
    /// It is nothing to read as a whole.
    case content
  }

  /// How far reading came.
  public let step: Step
  /// The path as it was given.
  public let path: String
  /// Why, as a clause.
  public let reason: String
  /// Whether there is no file at all.
  public let isMissing: Bool

  init(_ step: Step, path: String, reason: String, isMissing: Bool = false) {
    self.isMissing = isMissing
    self.step = step
    self.path = path
    self.reason = reason
  }
}
