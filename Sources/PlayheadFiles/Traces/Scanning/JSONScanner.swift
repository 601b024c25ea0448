package import PlayheadModel

/// A strict JSON scanner that reports the position of an error.
package struct JSONScanner {
  /// The text around the next byte.
  private(set) var text: TraceText
  /// Where more text comes from; `nil` if the text is the whole file.
  private var source: TraceSource?
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

  /// A scanner of `text`, and then of what `source` has.
  init(_ text: TraceText, then source: TraceSource?) throws(ProfileError) {
    self.init(text)
    self.source = source
    try read()
  }

  /// The bytes that are in the text behind the next one before a token is read, unless the file
  /// ends before; only numbers and strings may be longer.
  private static let lookahead = 64 << 10
  /// The bytes that are kept before the next one.
  private static let maximumBehind = 512 << 10

  /// Forgets what is before the next byte, so that offsets from before are no longer valid.
  ///
  /// - Throws: ``ProfileError`` if what comes next is not text.
  mutating func advance() throws(ProfileError) {
    if source != nil, position > Self.maximumBehind {
      text.drop(before: position)
      position = 0
    }
    try read()
  }

  /// Skips blanks and reads more of the file until enough of it is ahead; all offsets stay valid.
  private mutating func read() throws(ProfileError) {
    while source != nil {
      _ = peek()
      guard bytes.count - position < Self.lookahead else { return }
      try readPart()
    }
  }

  /// Reads one more part of the file.
  private mutating func readPart() throws(ProfileError) {
    guard let part = source?.part() else {
      source = nil
      return
    }
    try text.append(part)
    guard bytes.count <= TraceSource.maximumEntryBytes else {
      throw text.refusal(
        at: position, "the entry is longer than \(TraceSource.maximumEntryBytes) bytes")
    }
  }

  /// Skips blanks and returns the next byte; `nil` at the end of the text.
  package mutating func peek() -> UInt8? {
    while position < bytes.count {
      let byte = bytes[position]
      guard byte.isBlank || byte == .lineFeed else { return byte }
      position += 1
    }
    return nil
  }

  /// Consumes `byte` if it comes next.
  ///
  /// - Throws: ``ProfileError`` if what comes next is not text.
  mutating func take(_ byte: UInt8) throws(ProfileError) -> Bool {
    try read()
    guard peek() == byte else { return false }
    position += 1
    return true
  }

  /// Consumes `byte`, which must come next.
  ///
  /// - Throws: ``ProfileError`` naming `expected` if anything else comes next, or the end of the
  ///   file.
  mutating func expect(_ byte: UInt8, _ expected: String) throws(ProfileError) {
    guard try take(byte) else { throw unexpected(expected) }
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
    while true {
      // An escape has at most six bytes.
      while source != nil, bytes.count - position < 6 { try readPart() }
      guard position < bytes.count else { break }
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
    try read()
    while true {
      guard peek() != nil, let number = ScannedDecimal(in: bytes, at: position, isJSON: true),
        isEndOfWord(number.range.upperBound)
      else { throw unexpected(expected) }
      if number.range.upperBound == bytes.count, source != nil {
        try readPart()
        continue
      }
      position = number.range.upperBound
      return number
    }
  }

  /// Skips a value of any kind.
  ///
  /// - Throws: ``ProfileError`` if the value is missing or invalid.
  package mutating func skipValue(depth: Int = 0) throws(ProfileError) {
    try read()
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
    guard try !take(end) else { return }
    repeat {
      if isObject {
        _ = try string("a key in quotes")
        try expect(UInt8(ascii: ":"), "a colon")
      }
      try skipValue(depth: depth + 1)
    } while try take(UInt8(ascii: ","))
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
