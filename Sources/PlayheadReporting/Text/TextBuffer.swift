/// Output in UTF-8, so that long reports need no string for each cell.
package struct TextBuffer {
  private(set) var bytes: [UInt8] = []

  /// No text yet.
  package init() {}

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func reserve(_ count: Int) { bytes.reserveCapacity(bytes.count + count) }

  mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Writes text in UTF-8.
  mutating func write(_ utf8: ArraySlice<UInt8>) { bytes.append(contentsOf: utf8) }

  mutating func writeSpaces(_ count: Int) {
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: max(0, count)))
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
