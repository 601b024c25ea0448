import PlayheadModel

/// Reads the file of a trace part by part, so that no more of it is in memory than what is being
/// parsed.
///
/// A failure to read ends the file; whoever parsed it asks for the ``failure`` then.
final class TraceSource {
  /// Why reading ended before the end of the file.
  private(set) var failure: FileReadError?

  private var file: WholeFile.Reader
  /// The maximum size of the file in bytes.
  var limit: Int
  private var total = 0
  private var isAtEnd = false
  /// The beginning of a line whose end is not read yet.
  private var unfinishedLine: [UInt8] = []
  /// The lines in the parts given so far.
  private var lineCount = 0

  /// How much is read at a time.
  private static let partBytes = 256 << 10
  /// The maximum length of a line, and of an entry in JSON, in bytes.
  static let maximumEntryBytes = 16 << 20

  /// Opens the file at `path`, which may have at most `limit` bytes.
  init(path: String, atMost limit: Int) throws(FileReadError) {
    file = try WholeFile.Reader(path)
    self.limit = limit
  }

  /// The beginning of the file, with the first byte that is in neither a blank line nor a comment;
  /// `nil` if no such byte is there.
  func head() -> (bytes: [UInt8], first: UInt8?) {
    var bytes: [UInt8] = []
    var place = 0
    var isInComment = false
    while bytes.count <= Self.maximumEntryBytes, let part = part() {
      bytes += part
      if bytes.starts(with: Self.byteOrderMark), place == 0 { place = Self.byteOrderMark.count }
      while place < bytes.count {
        let byte = bytes[place]
        if isInComment {
          isInComment = byte != .lineFeed
        } else if byte == UInt8(ascii: "#") {
          isInComment = true
        } else if !byte.isBlank, byte != .lineFeed {
          return (bytes, byte)
        }
        place += 1
      }
    }
    return (bytes, bytes.contains(UInt8(ascii: "#")) ? UInt8(ascii: "#") : nil)
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Has ``lines()`` begin with `bytes`, which were read before.
  func unread(_ bytes: [UInt8]) {
    unfinishedLine = bytes
  }

  /// The next bytes; `nil` at the end.
  func part() -> [UInt8]? {
    guard !isAtEnd else { return nil }
    do throws(FileReadError) {
      let bytes = try file.next(atMost: Self.partBytes)
      total += bytes.count
      if total > limit {
        throw FileReadError(
          .content, path: file.path, reason: "it has more than \(limit) bytes")
      }
      if !bytes.isEmpty { return bytes }
    } catch {
      failure = error
    }
    isAtEnd = true
    return nil
  }

  /// The next lines, at least one and each whole; `nil` at the end.
  ///
  /// - Throws: ``ProfileError`` if a line is too long, or is not text.
  func lines() throws(ProfileError) -> TraceText? {
    var bytes = unfinishedLine
    unfinishedLine = []
    // The bytes in which no line ends.
    var searched = 0
    while let part = part() {
      bytes += part
      if let end = bytes[searched...].lastIndex(of: .lineFeed) {
        unfinishedLine = Array(bytes[(end + 1)...])
        bytes.removeSubrange((end + 1)...)
        break
      }
      // A file that is no text may have no lines at all.
      if part.contains(0) { break }
      searched = bytes.count
      guard searched <= Self.maximumEntryBytes else {
        throw ProfileError(
          .line(lineCount + 1), "the line is longer than \(Self.maximumEntryBytes) bytes")
      }
    }
    guard !bytes.isEmpty else { return nil }
    let text = try TraceText(part: bytes, linesBefore: lineCount)
    lineCount += bytes.count { $0 == .lineFeed }
    return text
  }
}
