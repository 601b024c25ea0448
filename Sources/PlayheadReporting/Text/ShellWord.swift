extension String {
  /// The text quoted as one word for bash and zsh.
  package var shellQuoted: String { "'" + replacing("'", with: "'\\''") + "'" }

  /// The text as one word for bash and zsh, quoted only where it has to be; what would act on a
  /// terminal is escaped.
  package var shellWord: String {
    let isPlain = utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: Self.plain.contains(byte)
      }
    }
    if isPlain, !isEmpty, utf8.first != UInt8(ascii: "~") { return self }
    guard printable != self else { return shellQuoted }
    let escaped = utf8.reduce(into: "") { text, byte in
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\\"): text += "\\\(Character(Unicode.Scalar(byte)))"
      case 0x20..<0x7F: text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16)
        text += "\\x" + String(repeating: "0", count: 2 - digits.count) + digits
      }
    }
    return "$'\(escaped)'"
  }

  private static let plain = Set("_./:=+,@%-".utf8)
}
