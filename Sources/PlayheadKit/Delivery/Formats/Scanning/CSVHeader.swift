/// The first line of a file with columns, and the fields of the others by its names.
struct CSVHeader {
  /// The names in small letters, in order.
  let names: [String]
  /// Where the header is.
  let offset: Int

  /// Reads the line at which `lines` is.
  init(_ lines: inout TraceLines) {
    offset = lines.lineStart
    var names: [String] = []
    while let field = lines.field() {
      names.append(String(decoding: lines.text.bytes[field], as: UTF8.self).lowercased())
    }
    self.names = names
  }

  /// Which column has `name`.
  ///
  /// - Throws: ``ProfileError`` if two have it.
  func index(of name: String, in text: TraceText) throws(ProfileError) -> Int? {
    let name = name.lowercased()
    let index = names.firstIndex(of: name)
    guard index == names.lastIndex(of: name) else {
      throw text.refusal(ofLineAt: offset, "two columns are called \(name)")
    }
    return index
  }

  /// Which column has `name`.
  ///
  /// - Throws: ``ProfileError`` if none has it, or two have.
  func required(_ name: String, in text: TraceText) throws(ProfileError) -> Int {
    guard let index = try index(of: name, in: text) else {
      throw text.refusal(ofLineAt: offset, "a column \(name) is expected in the header")
    }
    return index
  }

  /// Takes the fields of the line at which `lines` is, into `fields`.
  ///
  /// - Throws: ``ProfileError`` if there are not as many as the header has.
  func readRow(
    _ lines: inout TraceLines, into fields: inout [Range<Int>]
  ) throws(ProfileError) {
    fields.removeAll(keepingCapacity: true)
    while let field = lines.field() { fields.append(field) }
    guard fields.count == names.count else {
      throw lines.text.refusal(
        ofLineAt: lines.lineStart,
        "\(names.count) fields are expected by the header, and this row has \(fields.count)")
    }
  }
}

extension TraceText {
  /// What the number that fills `field` says about `quantity`.
  ///
  /// - Throws: ``ProfileError`` if there is anything else, or it is negative or too large.
  func value(_ field: Range<Int>, of quantity: TraceQuantity) throws(ProfileError) -> Int64 {
    guard let number = ScannedDecimal(in: bytes, at: field.lowerBound), number.range == field
    else {
      let found = field.isEmpty ? "the field is empty" : "this is \(word(at: field.lowerBound))"
      throw refusal(at: field.lowerBound, "\(quantity.name) is expected, and \(found)")
    }
    return try value(number, of: quantity)
  }
}
