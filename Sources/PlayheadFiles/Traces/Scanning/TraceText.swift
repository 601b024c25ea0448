package import PlayheadModel

/// The bytes of a text file, with errors that report line and column.
package struct TraceText: Sendable {
  let bytes: [UInt8]
  /// The offset of the text, after the byte order mark, if any.
  let start: Int

  /// - Throws: ``ProfileError`` if the file is blank or contains a byte that no text has.
  package init(_ bytes: [UInt8]) throws(ProfileError) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    self.bytes = bytes
    start = bytes.starts(with: mark) ? mark.count : 0
    if let zero = bytes.firstIndex(of: 0) {
      throw ProfileError(
        .line(position(of: zero).line),
        "expected text, found a zero byte: the file is binary")
    }
    guard !bytes[start...].allSatisfy({ $0 == .lineFeed || $0.isBlank }) else {
      throw ProfileError(.whole, "expected a bandwidth profile, found an empty file")
    }
  }

  /// An error at `offset`.
  package func refusal(at offset: Int, _ problem: String) -> ProfileError {
    let (line, column) = position(of: offset)
    return ProfileError(.line(line, column: column), problem)
  }

  /// An error about the whole line that contains `offset`.
  func refusal(ofLineAt offset: Int, _ problem: String) -> ProfileError {
    ProfileError(.line(position(of: offset).line), problem)
  }

  /// The text from `offset` to the next blank, bracket or comma, for quoting.
  func word(at offset: Int) -> String {
    let ends = ",:[]{}\"".utf8
    var word = bytes[offset...].prefix { $0 > UInt8(ascii: " ") && !ends.contains($0) }
    if word.isEmpty { word = bytes[offset...].prefix(1) }
    let text = String(decoding: word.prefix(24), as: UTF8.self)
    return "“\(text)\(word.count > 24 ? "…" : "")”"
  }

  /// The line and the character in it, counted from 1.
  ///
  /// Only errors need them, so this counts from the start, and reading counts nothing.
  private func position(of offset: Int) -> (line: Int, column: Int) {
    var line = 1
    var lineStart = start
    for index in bytes[..<offset].indices where bytes[index] == .lineFeed {
      line += 1
      lineStart = index + 1
    }
    // Of a multibyte character, only the first byte counts.
    let before = bytes[min(lineStart, offset)..<offset].count { $0 & 0xC0 != 0x80 }
    return (line, before + 1)
  }
}

extension UInt8 {
  package static let lineFeed = UInt8(ascii: "\n")

  /// Whether this is a space, a tab or a carriage return.
  @inline(__always)
  package var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D }

  /// Whether this is one of `0` to `9`.
  @inline(__always)
  var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}
