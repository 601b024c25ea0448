extension [UInt8] {
  /// The bytes that pairs of hexadecimal digits write; `nil` for anything else.
  package init?(hexDigits text: some StringProtocol) {
    let digits = Array<UInt8>(text.utf8)
    guard digits.count.isMultiple(of: 2),
      digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit })
    else { return nil }
    self = stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
    }
  }

  /// The bytes of base 64 (RFC 4648), with or without what fills up its end; `nil` for anything
  /// else.
  package init?(base64 text: some StringProtocol) {
    var (bits, count): (UInt32, Int) = (0, 0)
    var bytes: [UInt8] = []
    for byte in text.utf8.reversed().drop(while: { $0 == UInt8(ascii: "=") }).reversed() {
      let value: UInt8
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - UInt8(ascii: "A")
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a") + 26
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0") + 52
      case UInt8(ascii: "+"), UInt8(ascii: "-"): value = 62
      case UInt8(ascii: "/"), UInt8(ascii: "_"): value = 63
      default: return nil
      }
      (bits, count) = (bits << 6 | UInt32(value), count + 6)
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
    }
    self = bytes
  }

  /// The bytes in base 64 (RFC 4648).
  package var base64: String {
    let alphabet = Array<UInt8>(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    text.reserveCapacity((count + 2) / 3 * 4)
    for start in stride(from: 0, to: count, by: 3) {
      let left = Swift.min(3, count - start)
      var bits: UInt32 = 0
      for place in 0..<3 { bits = bits << 8 | (place < left ? UInt32(self[start + place]) : 0) }
      for place in 0..<4 {
        text.append(
          place <= left
            ? alphabet[Int(bits >> UInt32(18 - 6 * place) & 63)] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
