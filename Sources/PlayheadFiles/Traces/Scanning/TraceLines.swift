import PlayheadModel

/// A cursor over the lines of a trace and their numbers.
///
/// Blank lines and lines that begin with `#` are skipped.
struct TraceLines {
  /// The lines read last.
  private(set) var text: TraceText
  /// Where more lines come from; `nil` if the text is the whole file.
  private let source: TraceSource?
  /// The offset of the next byte to read.
  private(set) var position: Int
  /// The offset of the current line.
  private(set) var lineStart: Int
  private var isFirst = true
  /// The sign between fields.
  var separator = UInt8(ascii: ",")

  private var bytes: [UInt8] { text.bytes }

  /// The lines of `text`, and then those of `source`.
  init(_ text: TraceText, then source: TraceSource? = nil) {
    self.text = text
    self.source = source
    position = text.start
    lineStart = text.start
  }

  /// Moves to the first field of the next nonblank line; `false` at the end of the file.
  ///
  /// - Throws: ``ProfileError`` if what comes next in the file is not text.
  mutating func next() throws(ProfileError) -> Bool {
    while true {
      while position < bytes.count {
        if !isFirst {
          skipLine()
          position += 1
        }
        isFirst = false
        lineStart = position
        skipBlanks()
        guard position < bytes.count else { break }
        if bytes[position] != .lineFeed, bytes[position] != UInt8(ascii: "#") { return true }
      }
      guard let source, let text = try source.lines() else { return false }
      self.text = text
      position = text.start
      lineStart = text.start
      isFirst = true
      isAfterLastField = false
    }
  }

  /// Skips blanks and returns whether the line ends there.
  mutating func isAtEnd() -> Bool {
    skipBlanks()
    return position >= bytes.count || bytes[position] == .lineFeed
  }

  /// Consumes a number followed by a blank or the end of the line.
  ///
  /// - Throws: ``ProfileError`` if anything else is there.
  mutating func number(_ quantity: TraceQuantity) throws(ProfileError) -> ScannedDecimal {
    guard !isAtEnd() else {
      throw text.refusal(at: position, "expected \(quantity.name), found the end of the line")
    }
    guard let number = ScannedDecimal(in: bytes, at: position), isEnd(number.range.upperBound)
    else {
      throw text.refusal(
        at: position, "expected \(quantity.name), found \(text.word(at: position))")
    }
    position = number.range.upperBound
    return number
  }

  /// Consumes a number as ``number(_:)`` does and returns its value in the unit of `quantity`.
  ///
  /// - Throws: ``ProfileError`` also if it is negative or too large.
  mutating func value(_ quantity: TraceQuantity) throws(ProfileError) -> Int64 {
    try text.value(try number(quantity), of: quantity)
  }

  /// Moves past `number`, which begins here.
  mutating func skip(_ number: ScannedDecimal) {
    position = number.range.upperBound
  }

  /// Checks that the line ends here, after `columns`.
  ///
  /// - Throws: ``ProfileError`` if it does not.
  mutating func end(after columns: String) throws(ProfileError) {
    guard isAtEnd() else {
      throw text.refusal(at: position, "expected \(columns), found more")
    }
  }

  /// The rest of the current line, without blanks at its ends.
  mutating func restOfLine() -> String {
    skipBlanks()
    let start = position
    while !isEndOfLine { position += 1 }
    var end = position
    while end > start, bytes[end - 1].isBlank { end -= 1 }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// Consumes the field before the next comma, without its quotes and surrounding blanks.
  ///
  /// `nil` if the line has ended; a comma at its end is followed by one empty field. A comma
  /// between quotes is part of the field.
  mutating func field() -> Range<Int>? {
    guard !isAfterLastField else { return nil }
    skipBlanks()
    var start = position
    var end: Int
    if position < bytes.count, bytes[position] == UInt8(ascii: "\"") {
      start += 1
      position += 1
      while !isEndOfLine, bytes[position] != UInt8(ascii: "\"") { position += 1 }
      end = position
      while !isEndOfLine, bytes[position] != separator { position += 1 }
    } else {
      while !isEndOfLine, bytes[position] != separator { position += 1 }
      end = position
      while end > start, bytes[end - 1].isBlank { end -= 1 }
    }
    if isEndOfLine { isAfterLastField = true } else { position += 1 }
    return start..<end
  }

  private var isAfterLastField = false

  private var isEndOfLine: Bool { position >= bytes.count || bytes[position] == .lineFeed }

  private func isEnd(_ offset: Int) -> Bool {
    offset >= bytes.count || bytes[offset].isBlank || bytes[offset] == .lineFeed
  }

  /// Skips blanks within the line.
  mutating func skipBlanks() {
    while position < bytes.count, bytes[position].isBlank { position += 1 }
  }

  private mutating func skipLine() {
    isAfterLastField = false
    while position < bytes.count, bytes[position] != .lineFeed { position += 1 }
  }
}
