package import PlayheadModel

/// A value in a JSON file, and where it stands.
///
/// Numbers keep the digits that they are written in, so that their reader decides on a unit.
package struct JSONNode: Sendable {
  package enum Content: Sendable {
    case null
    case bool(Bool)
    case number(ScannedDecimal)
    case string(String)
    case array([JSONNode])
    case object([Member])

    /// What it is, in the words of an error.
    var kind: String {
      switch self {
      case .null: "null"
      case .bool(let value): value ? "true" : "false"
      case .number: "a number"
      case .string(let text): "“\(text.excerpt)”"
      case .array: "a list"
      case .object: "an object"
      }
    }
  }

  package struct Member: Sendable {
    package var key: String
    package var value: JSONNode

    package init(key: String, value: JSONNode) {
      self.key = key
      self.value = value
    }
  }

  package let content: Content
  /// Where its first byte is.
  package let offset: Int

  package init(content: Content, offset: Int) {
    self.content = content
    self.offset = offset
  }
}

extension JSONScanner {
  /// Values in one another beyond this depth are refused; nothing of ours comes near.
  private static let maximumLevels = 32

  /// Takes a value of any kind.
  ///
  /// - Throws: ``ProfileError`` if there is none, or an object has a key twice.
  package mutating func value(level: Int = 0) throws(ProfileError) -> JSONNode {
    let next = peek()
    let start = position
    guard level < Self.maximumLevels else {
      throw text.refusal(at: start, "lists and objects are nested too deeply")
    }
    switch next {
    case UInt8(ascii: "\""):
      return JSONNode(content: .string(try decoded(try string("a string"))), offset: start)
    case UInt8(ascii: "["):
      return JSONNode(content: .array(try elements(level: level)), offset: start)
    case UInt8(ascii: "{"):
      var members: [JSONNode.Member] = []
      try object { (scanner, key) throws(ProfileError) in
        members.append(JSONNode.Member(key: key, value: try scanner.value(level: level + 1)))
      }
      return JSONNode(content: .object(members), offset: start)
    case let byte? where byte == UInt8(ascii: "-") || byte.isDigit:
      return JSONNode(content: .number(try number("a number")), offset: start)
    default:
      try skipValue()
      let content: JSONNode.Content =
        next == UInt8(ascii: "n") ? .null : .bool(next == UInt8(ascii: "t"))
      return JSONNode(content: content, offset: start)
    }
  }

  private mutating func elements(level: Int) throws(ProfileError) -> [JSONNode] {
    try expect(UInt8(ascii: "["), "a list")
    guard try !take(UInt8(ascii: "]")) else { return [] }
    var elements: [JSONNode] = []
    repeat { elements.append(try value(level: level + 1)) } while try take(UInt8(ascii: ","))
    try expect(UInt8(ascii: "]"), "a comma or ]")
    return elements
  }

  /// Takes an object, of which `read` takes each value or passes it.
  package mutating func object(
    _ read: (inout JSONScanner, String) throws(ProfileError) -> Void
  ) throws(ProfileError) {
    try expect(UInt8(ascii: "{"), "an object")
    guard try !take(UInt8(ascii: "}")) else { return }
    var keys: Set<String> = []
    repeat {
      _ = peek()
      let start = position
      let key = try decoded(try string("a key in quotes"))
      guard keys.insert(key).inserted else {
        throw text.refusal(at: start, "duplicate key “\(key.excerpt)”")
      }
      try expect(UInt8(ascii: ":"), "a colon")
      try read(&self, key)
    } while try take(UInt8(ascii: ","))
    try expect(UInt8(ascii: "}"), "a comma or }")
  }

  /// The text of a string that stands at `range`, which ``string(_:)`` has passed.
  private func decoded(_ range: Range<Int>) throws(ProfileError) -> String {
    var bytes = text.bytes[range]
    if bytes.contains(UInt8(ascii: "\\")) { bytes = try unescaped(range)[...] }
    guard let string = String(validating: bytes, as: UTF8.self) else {
      throw text.refusal(at: range.lowerBound, "this string is not UTF-8")
    }
    return string
  }

  private func unescaped(_ range: Range<Int>) throws(ProfileError) -> [UInt8] {
    let bytes = text.bytes
    var result: [UInt8] = []
    var index = range.lowerBound
    while index < range.upperBound {
      guard bytes[index] == UInt8(ascii: "\\") else {
        result.append(bytes[index])
        index += 1
        continue
      }
      let start = index
      index += 2
      switch bytes[start + 1] {
      case UInt8(ascii: "b"): result.append(0x08)
      case UInt8(ascii: "f"): result.append(0x0C)
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "r"): result.append(0x0D)
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "u"):
        var units = [codeUnit(at: index)]
        index += 4
        let isPair = bytes[index..<range.upperBound].starts(with: "\\u".utf8)
        if UTF16.isLeadSurrogate(units[0]), isPair {
          units.append(codeUnit(at: index + 2))
          index += 6
        }
        guard let character = String(validating: units, as: UTF16.self) else {
          throw text.refusal(at: start, "this escape is an unpaired surrogate")
        }
        result += character.utf8
      case let plain: result.append(plain)
      }
    }
    return result
  }

  /// What four hexadecimal digits at `offset` are.
  private func codeUnit(at offset: Int) -> UInt16 {
    UInt16(String(decoding: text.bytes[offset..<offset + 4], as: UTF8.self), radix: 16) ?? 0
  }
}
