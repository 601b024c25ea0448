/// The bytes of a YAML file and their lines and columns.
struct YAMLSource {
  /// The bytes, without a byte order mark.
  let bytes: ArraySlice<UInt8>

  init(_ contents: [UInt8]) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let bytes = contents.starts(with: mark) ? contents[mark.count...] : contents[...]
    self.bytes = JSONSurrogates.joined(in: bytes)
  }

  /// Whether the file begins like UTF-16, as some editors save it.
  var isUTF16: Bool {
    bytes.starts(with: [0xFF, 0xFE] as [UInt8]) || bytes.starts(with: [0xFE, 0xFF] as [UInt8])
  }

  /// The offset of the first line that begins with `%TAG`; `nil` if none does.
  ///
  /// libyaml compares each tag directive with all before it, so time would grow with their square.
  /// Text of several lines with such a line in it is refused too.
  var tagDirective: Int? {
    let directive: [UInt8] = Array("%TAG".utf8)
    var start = bytes.startIndex
    while let found = bytes[start...].firstIndex(of: directive[0]) {
      if bytes[found...].starts(with: directive), isLineStart(found) {
        return found - bytes.startIndex
      }
      start = found + 1
    }
    return nil
  }

  /// Whether a line, as libyaml counts them, may begin at `index`.
  private func isLineStart(_ index: Int) -> Bool {
    guard index > bytes.startIndex else { return true }
    // The last bytes of a line feed, a carriage return, and the breaks U+0085, U+2028 and U+2029.
    return [0x0A, 0x0D, 0x85, 0xA8, 0xA9].contains(bytes[index - 1])
  }

  /// The position of the byte at `offset`; all before it must be UTF-8.
  func mark(ofByte offset: Int) -> YAMLMark {
    var line = 1
    var column = 1
    var isAfterReturn = false
    for scalar in String(decoding: bytes.prefix(offset), as: UTF8.self).unicodeScalars {
      if isAfterReturn, scalar == "\n" {
        isAfterReturn = false
      } else if Self.breaks.contains(scalar) {
        line += 1
        column = 1
        isAfterReturn = scalar == "\r"
      } else {
        column += 1
        isAfterReturn = false
      }
    }
    return YAMLMark(line: line, column: column)
  }

  /// The character at `offset` in code points; `nil` at the end.
  func character(at offset: Int) -> Unicode.Scalar? {
    String(decoding: bytes, as: UTF8.self).unicodeScalars.dropFirst(offset).first
  }

  /// The character whose bytes begin at `offset`; `nil` if they are not UTF-8.
  func character(atByte offset: Int) -> Unicode.Scalar? {
    var decoder = UTF8()
    var rest = bytes.dropFirst(offset).makeIterator()
    return switch decoder.decode(&rest) {
    case .scalarValue(let scalar): scalar
    case .emptyInput, .error: nil
    }
  }

  private static let breaks: Set<Unicode.Scalar> = ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"]
}
