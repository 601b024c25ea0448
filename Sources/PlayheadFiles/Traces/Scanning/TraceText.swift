package import PlayheadModel

/// The bytes of a text file, or of a part of one, with errors that report line and column in the
/// file.
package struct TraceText: Sendable {
  private(set) var bytes: [UInt8]
  /// The offset of the text, after the byte order mark, if any.
  private(set) var start: Int
  /// The lines of the file before those that end or begin here.
  private var linesBefore = 0
  /// The characters of the first line that are before `bytes`.
  private var charactersBefore = 0

  /// The text of a whole file.
  ///
  /// - Throws: ``ProfileError`` if the file is blank or contains a byte that no text has.
  package init(_ bytes: [UInt8]) throws(ProfileError) {
    try self.init(part: bytes, linesBefore: 0)
    if isBlank { throw Self.emptyFile }
  }

  /// The text of a part of a file that begins with a line, behind `linesBefore` lines.
  ///
  /// - Throws: ``ProfileError`` if the part contains a byte that no text has.
  init(part bytes: [UInt8], linesBefore: Int) throws(ProfileError) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    self.bytes = bytes
    self.linesBefore = linesBefore
    start = linesBefore == 0 && bytes.starts(with: mark) ? mark.count : 0
    try refuseZero(from: 0)
  }

  /// Whether nothing is in it.
  var isBlank: Bool { bytes[start...].allSatisfy { $0 == .lineFeed || $0.isBlank } }

  static let emptyFile = ProfileError(
    .whole, "expected a bandwidth profile, found an empty file")

  private func refuseZero(from offset: Int) throws(ProfileError) {
    guard let zero = bytes[offset...].firstIndex(of: 0) else { return }
    throw ProfileError(
      .line(position(of: zero).line), "expected text, found a zero byte: the file is binary")
  }

  /// Adds the `next` bytes of the file.
  ///
  /// - Throws: ``ProfileError`` if they contain one that no text has.
  mutating func append(_ next: [UInt8]) throws(ProfileError) {
    let end = bytes.count
    bytes += next
    try refuseZero(from: end)
  }

  /// Removes the bytes before `offset`, which is then 0.
  mutating func drop(before offset: Int) {
    let (line, column) = position(of: offset)
    linesBefore = line - 1
    charactersBefore = column - 1
    bytes.removeSubrange(..<offset)
    start = 0
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
  /// Only errors need them, so this counts from the start of the part, and reading counts nothing.
  private func position(of offset: Int) -> (line: Int, column: Int) {
    let offset = min(offset, bytes.count)
    var line = linesBefore + 1
    var lineStart = start
    for index in bytes[..<offset].indices where bytes[index] == .lineFeed {
      line += 1
      lineStart = index + 1
    }
    // Of a multibyte character, only the first byte counts.
    let before = bytes[min(lineStart, offset)..<offset].count { $0 & 0xC0 != 0x80 }
    return (line, before + (line == linesBefore + 1 ? charactersBefore : 0) + 1)
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
