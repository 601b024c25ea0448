/// Text on its way out, in UTF-8: long reports are put together without a string for each cell.
struct TextBuffer {
  private(set) var bytes: [UInt8] = []

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func reserve(_ count: Int) { bytes.reserveCapacity(bytes.count + count) }

  mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Writes text in UTF-8 so many times.
  mutating func write(_ utf8: [UInt8], times: Int) {
    for _ in 0..<times { bytes.append(contentsOf: utf8) }
  }

  mutating func writeSpaces(_ count: Int) {
    for _ in 0..<max(0, count) { bytes.append(UInt8(ascii: " ")) }
  }

  /// Writes `text`, which is ASCII, to the right of `width` columns.
  mutating func write(_ text: String, toTheRightOf width: Int) {
    writeSpaces(width - text.utf8.count)
    write(text)
  }

  /// Writes `lines` with a newline after each.
  mutating func write(lines: [String]) {
    for line in lines {
      write(line)
      endLine()
    }
  }

  mutating func endLine() { bytes.append(UInt8(ascii: "\n")) }
}
