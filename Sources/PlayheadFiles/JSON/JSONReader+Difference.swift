extension JSONReader {
  /// The first place where the value differs from `expected`, with what was expected; `nil` if it
  /// does not.
  ///
  /// Numbers are compared by value. Members beyond those of `expected` are ignored, and may be
  /// missing if they are `optional`.
  package func difference(
    from expected: JSONValue, orWithout optional: Set<String> = []
  ) -> JSONError? {
    switch (expected, node.content) {
    case (.object(let members), .object):
      for member in members where has(member.key) || !optional.contains(member.key) {
        do throws(JSONError) {
          let own = try self.member(member.key)
          if let difference = own.difference(from: member.value, orWithout: optional) {
            return difference
          }
        } catch {
          return error
        }
      }
      return nil
    case (.array(let values), .array(let nodes)) where values.count == nodes.count:
      for (number, (value, node)) in zip(values, nodes).enumerated() {
        let element = JSONReader(text: text, node: node, path: "\(path).\(number)")
        if let difference = element.difference(from: value, orWithout: optional) {
          return difference
        }
      }
      return nil
    case (.null, .null): return nil
    case (.bool(let value), .bool(let found)) where value == found: return nil
    case (.string(let value), .string(let found)) where value == found: return nil
    case (.integer(let value), .number(let number)) where isEqual(number, String(value)): return nil
    case (.decimal(let value), .number(let number)) where isEqual(number, value): return nil
    default: return refusal("expected \(expected.excerpt), found \(node.content.kind)")
    }
  }

  /// Whether `number` is that of `text`, perhaps in other digits.
  private func isEqual(_ number: ScannedDecimal, _ text: String) -> Bool {
    let bytes = Array(text.utf8)
    if self.text.bytes[number.range].elementsEqual(bytes) { return true }
    guard let other = ScannedDecimal(in: bytes, at: 0, isJSON: true),
      number.isNegative == other.isNegative,
      let value = number.times(tenTo: 9, in: self.text.bytes, atMost: .max)
    else { return false }
    return value == other.times(tenTo: 9, in: bytes, atMost: .max)
  }
}

extension JSONValue {
  /// The value in the words of an error.
  fileprivate var excerpt: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .decimal(let text): text
    case .string(let text): "“\(text.excerpt)”"
    case .array(let values): "a list of \(values.count)"
    case .object: "an object"
    }
  }
}
