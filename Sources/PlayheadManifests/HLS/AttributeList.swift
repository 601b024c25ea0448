import PlayheadModel

/// The attributes of a tag: `NAME=value` with commas between, by RFC 8216, section 4.2.
struct AttributeList {
  /// An attribute as written.
  struct Attribute {
    let name: Substring
    let column: Int
    /// The value without its quotes.
    let value: Substring
    let valueColumn: Int
    let isQuoted: Bool
  }

  private(set) var attributes: [Attribute] = []
  private let tag: PlaylistTag

  /// Parses the value of `tag`; `nil` after noting why it is not an attribute list.
  init?(_ tag: PlaylistTag, noting problems: ManifestProblems) {
    self.tag = tag
    guard let text = tag.value, !text.isEmpty else {
      problems.add(tag.problem("attributes are missing", hint: "write #\(tag.name):NAME=VALUE"))
      return nil
    }
    var cursor = Cursor(rest: text[...], column: tag.valueColumn)
    while true {
      switch cursor.attribute() {
      case .success(let attribute):
        if attributes.contains(where: { $0.name == attribute.name }) {
          problems.forgive(
            ManifestProblem(
              line: tag.line, column: attribute.column,
              "\(tag.name): duplicate attribute \(attribute.name.excerpt)"), "the last taken",
            .duplicateAttribute)
          attributes.removeAll { $0.name == attribute.name }
          attributes.append(attribute)
        } else {
          attributes.append(attribute)
        }
      case .failure(let mistake):
        problems.forgive(
          ManifestProblem(
            line: tag.line, column: mistake.column, "\(tag.name): \(mistake.problem)",
            hint: mistake.hint), "passed over up to the next comma")
        guard problems.options.forgives else { return nil }
        cursor.skipToComma()
      }
      guard cursor.takeComma() else { return }
    }
  }

  /// The attribute `name`; `nil` without it.
  subscript(name: String) -> Attribute? {
    attributes.first { $0.name == name }
  }

  /// A mistake in the value of `attribute`.
  func problem(_ attribute: Attribute, _ problem: String, hint: String? = nil) -> ManifestProblem {
    ManifestProblem(
      line: tag.line, column: attribute.valueColumn,
      "\(tag.name): \(attribute.name): \(problem)", hint: hint)
  }

  /// That `name` is missing.
  func missing(_ name: String, example: String) -> ManifestProblem {
    ManifestProblem(
      line: tag.line, column: tag.column, "\(tag.name): \(name) is missing",
      hint: "write \(name)=\(example)")
  }

  private struct Mistake: Error {
    let column: Int
    let problem: String
    var hint: String?
  }

  /// The walk over a list.
  private struct Cursor {
    var rest: Substring
    var column: Int

    mutating func take(_ part: Substring) {
      column += part.unicodeScalars.count
      rest = rest[part.endIndex...]
    }

    mutating func skipBlanks() {
      take(rest.prefix { $0 == " " || $0 == "\t" })
    }

    /// Passes all before the next comma that is not in quotes.
    mutating func skipToComma() {
      var isQuoted = false
      take(
        rest.prefix { character in
          if character == "\"" { isQuoted.toggle() }
          return isQuoted || character != ","
        })
    }

    mutating func attribute() -> Result<Attribute, Mistake> {
      skipBlanks()
      let start = column
      let name = rest.prefix { $0.isASCII && ($0.isUppercase || $0.isNumber || $0 == "-") }
      take(name)
      guard !name.isEmpty, rest.first == "=" else {
        let found = rest.isEmpty ? "the end of the line" : "“\(rest.excerpt)”"
        return .failure(
          Mistake(
            column: column,
            problem: name.isEmpty
              ? "expected the name of an attribute in capitals, found \(found)"
              : "expected = after \(name.excerpt), found \(found)"))
      }
      take(rest.prefix(1))
      let valueColumn = column
      guard rest.first == "\"" else {
        let value = rest.prefix { $0 != "," }
        take(value)
        guard !value.isEmpty, !value.contains("\"") else {
          return .failure(
            Mistake(
              column: valueColumn,
              problem: value.isEmpty
                ? "\(name.excerpt) has no value" : "\(name.excerpt): a quote within a value",
              hint: value.isEmpty ? nil : "write \(name.excerpt)=\"…\""))
        }
        var trimmed = value
        while trimmed.last == " " { trimmed.removeLast() }
        return .success(
          Attribute(
            name: name, column: start, value: trimmed, valueColumn: valueColumn, isQuoted: false))
      }
      take(rest.prefix(1))
      let value = rest.prefix { $0 != "\"" }
      take(value)
      guard !rest.isEmpty else {
        return .failure(
          Mistake(
            column: valueColumn, problem: "\(name.excerpt): the closing quote is missing",
            hint: "write \" at the end of the value"))
      }
      take(rest.prefix(1))
      skipBlanks()
      guard rest.isEmpty || rest.first == "," else {
        return .failure(
          Mistake(column: column, problem: "expected a comma, found “\(rest.excerpt)”"))
      }
      return .success(
        Attribute(
          name: name, column: start, value: value, valueColumn: valueColumn, isQuoted: true))
    }

    /// Takes the comma before a further attribute; a comma at the end of the list is passed.
    mutating func takeComma() -> Bool {
      guard rest.first == "," else { return false }
      take(rest.prefix(1))
      skipBlanks()
      return !rest.isEmpty
    }
  }
}
