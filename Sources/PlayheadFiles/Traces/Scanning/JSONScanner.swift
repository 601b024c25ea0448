package import PlayheadModel

/// A strict JSON scanner that reports the position of an error.
package struct JSONScanner {
  let text: TraceText
  /// The offset of the next byte to read.
  package private(set) var position: Int

  /// The maximum nesting depth; deeper lists and objects are refused, as they would overflow the
  /// stack.
  private static let deepest = 128

  private var bytes: [UInt8] { text.bytes }

  package init(_ text: TraceText) {
    self.text = text
    position = text.start
  }

  /// Skips blanks and returns the next byte; `nil` at the end of the file.
  package mutating func peek() -> UInt8? {
    while position < bytes.count {
      let byte = bytes[position]
      guard byte.isBlank || byte == .lineFeed else { return byte }
      position += 1
    }
    return nil
  }

  /// Consumes `byte` if it comes next.
  mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    position += 1
    return true
  }

  /// Consumes `byte`, which must come next.
  ///
  /// - Throws: ``ProfileError`` naming `expected` if anything else comes next, or the end of the
  ///   file.
  mutating func expect(_ byte: UInt8, _ expected: String) throws(ProfileError) {
    guard take(byte) else { throw unexpected(expected) }
  }

  /// The error for the next byte, where `expected` should be.
  package mutating func unexpected(_ expected: String) -> ProfileError {
    let found = peek() == nil ? "the end of the file" : text.word(at: position)
    return text.refusal(at: position, "expected \(expected), found \(found)")
  }

  /// Consumes a string and returns its range between the quotes, escapes unresolved.
  ///
  /// - Throws: ``ProfileError`` if the string is missing or invalid.
  mutating func string(_ expected: String) throws(ProfileError) -> Range<Int> {
    try expect(UInt8(ascii: "\""), expected)
    let start = position
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        return start..<position - 1
      case UInt8(ascii: "\\"):
        try skipEscape()
      case 0..<0x20:
        throw text.refusal(at: position, "the line ends, or a control is, within a string")
      default:
        position += 1
      }
    }
    throw text.refusal(at: position, "the file ends in the middle of a string")
  }

  /// Consumes a number.
  ///
  /// - Throws: ``ProfileError`` if the number is missing or invalid.
  mutating func number(_ expected: String) throws(ProfileError) -> ScannedDecimal {
    guard peek() != nil, let number = ScannedDecimal(in: bytes, at: position, isJSON: true),
      isEndOfWord(number.range.upperBound)
    else { throw unexpected(expected) }
    position = number.range.upperBound
    return number
  }

  /// Skips a value of any kind.
  ///
  /// - Throws: ``ProfileError`` if the value is missing or invalid.
  package mutating func skipValue(depth: Int = 0) throws(ProfileError) {
    switch peek() {
    case UInt8(ascii: "\""):
      _ = try string("a string")
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      guard depth < Self.deepest else {
        throw text.refusal(at: position, "lists and objects are nested too deeply")
      }
      try skipContents(isObject: bytes[position] == UInt8(ascii: "{"), depth: depth)
    case let byte? where byte == UInt8(ascii: "-") || byte.isDigit:
      _ = try number("a number")
    default:
      let words = ["true", "false", "null"]
      guard let word = words.first(where: { bytes[position...].starts(with: $0.utf8) }),
        isEndOfWord(position + word.utf8.count)
      else { throw unexpected("a value") }
      position += word.utf8.count
    }
  }

  /// Skips a list or an object.
  private mutating func skipContents(isObject: Bool, depth: Int) throws(ProfileError) {
    position += 1
    let end = UInt8(ascii: isObject ? "}" : "]")
    guard !take(end) else { return }
    repeat {
      if isObject {
        _ = try string("a key in quotes")
        try expect(UInt8(ascii: ":"), "a colon")
      }
      try skipValue(depth: depth + 1)
    } while take(UInt8(ascii: ","))
    try expect(end, isObject ? "a comma or }" : "a comma or ]")
  }

  private mutating func skipEscape() throws(ProfileError) {
    let start = position
    position += 2
    guard start + 1 < bytes.count else { return }
    switch bytes[start + 1] {
    case UInt8(ascii: "u"):
      let digits = bytes[position...].prefix(4)
      guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit })
      else { throw text.refusal(at: start, "expected four hexadecimal digits after \\u") }
      position += 4
    case let byte where "\"\\/bfnrt".utf8.contains(byte):
      break
    default:
      throw text.refusal(at: start, "this escape is not one of JSON's")
    }
  }

  private func isEndOfWord(_ offset: Int) -> Bool {
    guard offset < bytes.count else { return true }
    let byte = bytes[offset]
    return byte.isBlank || byte == .lineFeed || ",]}".utf8.contains(byte)
  }
}
