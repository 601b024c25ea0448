import POSIX
import PlayheadKit
import Synchronization

/// Ranges of files that are joined.
///
/// One file at a time is open, as a rendition may have thousands.
final class JoinedBytes: JoinedSource {
  /// A range of the file at a path.
  struct Part: Hashable, Sendable {
    var path: String
    var range: ByteRange
  }

  private let parts: [Part]
  /// Where each part begins.
  let starts: [Int64]
  let size: Int64
  private let open: Mutex<OpenPart>

  /// The part that is open.
  private struct OpenPart: ~Copyable {
    var number: Int
    var file: FileBytes
  }

  /// The bytes of `parts` in order.
  ///
  /// - Throws: ``ReadFailure`` if the first one cannot be opened.
  /// - Precondition: there is a part.
  init(_ parts: [Part]) throws(ReadFailure) {
    precondition(!parts.isEmpty, "no parts to join")
    self.parts = parts
    var starts: [Int64] = []
    var size: Int64 = 0
    for part in parts {
      starts.append(size)
      size += part.range.count
    }
    self.starts = starts
    self.size = size
    open = Mutex(OpenPart(number: 0, file: try Self.open(parts[0], at: 0)))
  }

  private static func open(_ part: Part, at offset: Int64) throws(ReadFailure) -> FileBytes {
    let descriptor = openFile(part.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw ReadFailure(offset: offset, reason: "\(part.path): \(InputFile.words(for: errno))")
    }
    return FileBytes(owning: descriptor, size: part.range.upperBound)
  }

  /// The number of the part that holds the byte at `offset`.
  func part(at offset: Int64) -> Int { max(0, starts.partitionPoint { $0 > offset } - 1) }

  func start(of part: Int) -> Int64 { starts[part] }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(ReadFailure) -> Int
  {
    guard offset >= 0, offset < size, buffer.count > 0 else { return 0 }
    // Parts without bytes are passed over by the search.
    let number = part(at: offset)
    let part = parts[number]
    let place = part.range.lowerBound + (offset - starts[number])
    let count = Int(min(Int64(buffer.count), part.range.upperBound - place))
    let wanted = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
    let read = try open.withLock { (open) throws(ReadFailure) in
      if open.number != number {
        open.file = try Self.open(part, at: offset)
        open.number = number
      }
      return try unsafe open.file.read(into: wanted, at: place)
    }
    guard read > 0 else {
      throw ReadFailure(offset: offset, reason: "\(part.path) is shorter than before")
    }
    return read
  }
}

/// The system's `open`, which a property of the class hides.
private func openFile(_ path: String, _ flags: Int32) -> Int32 { unsafe open(path, flags) }
