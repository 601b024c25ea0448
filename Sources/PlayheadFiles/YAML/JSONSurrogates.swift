/// JSON's escapes for characters beyond U+FFFF, surrogate pairs, which YAML lacks.
enum JSONSurrogates {
  /// `bytes` with each pair replaced by YAML's escape, if they begin as JSON does.
  ///
  /// In other files a backslash outside double quotes is a plain character, so nothing is replaced.
  static func joined(in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let blanks = Set(" \t\r\n".utf8)
    guard let first = bytes.first(where: { !blanks.contains($0) }), "{[\"".utf8.contains(first),
      bytes.contains(backslash)
    else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var rest = bytes
    while let byte = rest.first {
      if byte == backslash, let pair = character(at: rest) {
        let number = String(pair.value, radix: 16)
        result += Array("\\U".utf8)
        result += Array(String(repeating: "0", count: 8 - number.count).utf8) + Array(number.utf8)
        rest = rest.dropFirst(12)
      } else {
        // Keep the escaped character with its backslash; it may be a backslash itself.
        let count = byte == backslash ? 2 : 1
        result += rest.prefix(count)
        rest = rest.dropFirst(count)
      }
    }
    return result[...]
  }

  private static let backslash = UInt8(ascii: "\\")

  /// The character whose two escapes `bytes` begin with; `nil` without them.
  private static func character(at bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
    guard let high = unit(at: bytes), let low = unit(at: bytes.dropFirst(6)),
      (0xD800..<0xDC00).contains(high), (0xDC00..<0xE000).contains(low)
    else { return nil }
    return Unicode.Scalar(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
  }

  /// The code unit of the escape that `bytes` begin with.
  private static func unit(at bytes: ArraySlice<UInt8>) -> UInt32? {
    let digits = bytes.dropFirst(2).prefix(4)
    guard bytes.starts(with: "\\u".utf8), digits.count == 4 else { return nil }
    return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
