/// Prints JSON so that a person can read it and a line-by-line comparison shows what changed: the
/// outer levels over several lines, what lies deeper on one.
package struct JSONPrinter {
  package private(set) var bytes: [UInt8] = []
  private let openLevels: Int

  /// A printer that breaks lines in the outer `openLevels` levels.
  package init(openLevels: Int) {
    self.openLevels = openLevels
  }

  /// Prints `value`.
  package mutating func print(_ value: JSONValue, level: Int = 0) {
    switch value {
    case .null: write("null")
    case .bool(let value): write(value ? "true" : "false")
    case .integer(let value): write(String(value))
    case .decimal(let text): write(text)
    case .string(let text): print(text)
    case .array(let elements):
      list(elements, "[", "]", level) { printer, element in
        printer.print(element, level: level + 1)
      }
    case .object(let members):
      list(members, "{", "}", level) { printer, member in
        printer.print(member.key)
        printer.write(": ")
        printer.print(member.value, level: level + 1)
      }
    }
  }

  /// Prints an object of `members` and, as the last one, a list of `elements` named `name`, of
  /// which only one is in memory at a time.
  package mutating func print(
    _ members: KeyValuePairs<String, JSONValue>, name: String, _ elements: some Sequence<JSONValue>
  ) {
    let names = members.map(\.key) + [name]
    list(names.indices, "{", "}", 0) { printer, number in
      printer.print(names[number])
      printer.write(": ")
      guard number < members.count else {
        return printer.list(elements, "[", "]", 1) { $0.print($1, level: 2) }
      }
      printer.print(members[number].value, level: 1)
    }
  }

  private mutating func list<Element>(
    _ elements: some Sequence<Element>, _ open: String, _ close: String, _ level: Int,
    _ printElement: (inout JSONPrinter, Element) -> Void
  ) {
    write(open)
    let breaks = level < openLevels
    var isEmpty = true
    for element in elements {
      if !isEmpty { write(breaks ? "," : ", ") }
      if breaks { newLine(level + 1) }
      isEmpty = false
      printElement(&self, element)
    }
    if breaks, !isEmpty { newLine(level) }
    write(close)
  }

  private mutating func newLine(_ level: Int) {
    bytes.append(UInt8(ascii: "\n"))
    for _ in 0..<level { write("  ") }
  }

  private mutating func write(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  /// Prints a string, with escapes for what JSON does not allow in one, for what YAML, of which
  /// JSON is to be a subset, takes for line breaks or does not allow, for what changes the writing
  /// direction on a terminal, and for `##[`, in which the runner of GitHub Actions sees a command.
  private mutating func print(_ text: String) {
    write("\"")
    var hashes = 0
    for scalar in text.unicodeScalars {
      defer { hashes = scalar == "#" ? hashes + 1 : 0 }
      switch scalar {
      case "[" where hashes > 1: write("\\u005b")
      case "\"": write("\\\"")
      case "\\": write("\\\\")
      case "\n": write("\\n")
      case "\t": write("\\t")
      case "\r": write("\\r")
      case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{61C}", "\u{200E}", "\u{200F}",
        "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{FEFF}", "\u{FFFE}", "\u{FFFF}":
        let digits = String(scalar.value, radix: 16)
        write("\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits)
      default: bytes.append(contentsOf: String(scalar).utf8)
      }
    }
    write("\"")
  }
}
