/// Writes records as RFC 4180 has them: fields with commas between them, each record with CRLF at
/// its end, quotes around a field that holds a comma, a quote or an end of line.
package struct CSVWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Writes one record.
  package mutating func write(_ fields: [String]) {
    for (number, field) in fields.enumerated() {
      if number > 0 { bytes.append(UInt8(ascii: ",")) }
      write(field)
    }
    bytes.append(contentsOf: "\r\n".utf8)
  }

  private mutating func write(_ field: String) {
    guard field.utf8.contains(where: Self.needsQuotes) else {
      bytes.append(contentsOf: field.utf8)
      return
    }
    let quote = UInt8(ascii: "\"")
    bytes.append(quote)
    for byte in field.utf8 {
      // A quote within a field is written twice.
      if byte == quote { bytes.append(quote) }
      bytes.append(byte)
    }
    bytes.append(quote)
  }

  private static func needsQuotes(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\r"), UInt8(ascii: "\n"): true
    default: false
    }
  }
}
