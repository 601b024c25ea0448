/// Reads a file line by line, so that no more of it is in memory than a line.
package struct TextLines: ~Copyable {
  private var file: WholeFile.Reader
  private var bytes: [UInt8] = []
  /// The place of the first byte that is not given out.
  private var start = 0
  private var isAtEnd = false

  private static let partBytes = 256 << 10
  /// Longer lines are refused as a mistake.
  private static let maximumLine = 256 << 20

  /// Opens the file at `path`, which may be a pipe.
  package init(path: String) throws(FileReadError) {
    file = try WholeFile.Reader(path)
  }

  /// The next line without its line feed; `nil` at the end.
  package mutating func next() throws(FileReadError) -> [UInt8]? {
    var searched = start
    while true {
      if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        return Array(bytes[start..<end])
      }
      guard !isAtEnd else {
        defer { start = bytes.count }
        return start < bytes.count ? Array(bytes[start...]) : nil
      }
      bytes.removeSubrange(..<start)
      start = 0
      searched = bytes.count
      guard searched <= Self.maximumLine else {
        throw FileReadError(.content, path: file.path, reason: "a line is too long")
      }
      let part = try file.next(atMost: Self.partBytes)
      if part.isEmpty { isAtEnd = true } else { bytes += part }
    }
  }
}
