/// The head of one response, gathered line by line: a status line and fields.
///
/// A transfer can see several: informational ones, redirects, and the final one.
struct HeaderBlock: Sendable {
  private(set) var status = 0
  private(set) var phrase = ""
  private(set) var isComplete = false
  private var fields: [(name: String, value: String)] = []
  private var byteCount = 0

  /// The maximum size of a head, more than any real server sends, and less than libcurl refuses.
  static let maximumByteCount = 1 << 18

  /// Adds one line with its line end; `false` if the head exceeds the maximum size.
  ///
  /// A new status line starts a new head. Lines after the empty one are trailers and are ignored.
  mutating func append(line bytes: [UInt8]) -> Bool {
    let line = Self.trimmed(bytes[...])
    if line.starts(with: "HTTP/".utf8) {
      self = HeaderBlock()
      readStatus(line)
      return true
    }
    byteCount += bytes.count
    guard byteCount <= Self.maximumByteCount else { return false }
    guard !isComplete else { return true }
    if line.isEmpty {
      isComplete = true
    } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
      let name = String(decoding: Self.trimmed(line[..<colon]), as: UTF8.self).lowercased()
      let value = Self.trimmed(line[(colon + 1)...])
      fields.append((name, String(decoding: value, as: UTF8.self)))
    }
    return true
  }

  /// The first value of the field `name`, given in lowercase; `nil` if missing or empty.
  subscript(name: String) -> String? {
    fields.first { $0.name == name && !$0.value.isEmpty }?.value
  }

  /// Whether its fields tell more than one length of the body, or one that is no number of 63 bits.
  var hasConflictingLengths: Bool {
    var lengths: Set<String> = []
    for field in fields where field.name == "content-length" {
      for part in field.value.split(separator: ",") {
        let digits = part.filter { $0 != " " && $0 != "\t" }
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
          digits.isEmpty || Int64(digits) != nil
        else { return true }
        lengths.insert(String(digits.drop { $0 == "0" }))
      }
    }
    return lengths.count > 1
  }

  /// Whether another response follows this one.
  var isFollowed: Bool {
    status < 200 || (300..<400).contains(status) && self["location"] != nil
  }

  private mutating func readStatus(_ line: ArraySlice<UInt8>) {
    let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
    status = parts.count > 1 ? Int(String(decoding: parts[1], as: UTF8.self)) ?? 0 : 0
    phrase = parts.count > 2 ? String(decoding: parts[2], as: UTF8.self) : ""
  }

  /// Without white space at both ends; in bytes, as `\r\n` is one `Character`.
  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let isVisible = { (byte: UInt8) in byte > 0x20 }
    guard let first = bytes.firstIndex(where: isVisible),
      let last = bytes.lastIndex(where: isVisible)
    else { return [] }
    return bytes[first...last]
  }
}
