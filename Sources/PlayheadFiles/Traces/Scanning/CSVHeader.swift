import PlayheadModel

/// The header of a CSV file, which finds the fields of its rows by name.
struct CSVHeader {
  /// The names in lowercase, in order.
  let names: [String]
  /// The header's offset in the file.
  let offset: Int

  /// Parses the current line of `lines`.
  init(_ lines: inout TraceLines) {
    offset = lines.lineStart
    var names: [String] = []
    while let field = lines.field() {
      names.append(String(decoding: lines.text.bytes[field], as: UTF8.self).lowercased())
    }
    self.names = names
  }

  /// The index of the column `name`; `nil` if missing.
  ///
  /// - Throws: ``ProfileError`` if two columns have the name.
  func index(of name: String, in text: TraceText) throws(ProfileError) -> Int? {
    let name = name.lowercased()
    let index = names.firstIndex(of: name)
    guard index == names.lastIndex(of: name) else {
      throw text.refusal(ofLineAt: offset, "two columns are called \(name)")
    }
    return index
  }

  /// The index of the column `name`.
  ///
  /// - Throws: ``ProfileError`` if no column has the name, or two have it.
  func required(_ name: String, in text: TraceText) throws(ProfileError) -> Int {
    guard let index = try index(of: name, in: text) else {
      throw text.refusal(ofLineAt: offset, "the header has no column \(name)")
    }
    return index
  }

  /// Splits the current line of `lines` into `fields`.
  ///
  /// - Throws: ``ProfileError`` if their number differs from the header's.
  func readRow(
    _ lines: inout TraceLines, into fields: inout [Range<Int>]
  ) throws(ProfileError) {
    fields.removeAll(keepingCapacity: true)
    while let field = lines.field() { fields.append(field) }
    guard fields.count == names.count else {
      throw lines.text.refusal(
        ofLineAt: lines.lineStart,
        "expected \(names.count) fields, as in the header, found \(fields.count)")
    }
  }
}

extension TraceText {
  /// The value of the number in `field`, in the unit of `quantity`.
  ///
  /// - Throws: ``ProfileError`` if the field is anything else, or is negative or too large.
  func value(
    _ field: Range<Int>, of quantity: TraceQuantity, point: UInt8 = UInt8(ascii: ".")
  ) throws(ProfileError) -> Int64 {
    guard let number = ScannedDecimal(in: bytes, at: field.lowerBound, point: point),
      number.range == field
    else {
      let found = field.isEmpty ? "an empty field" : word(at: field.lowerBound)
      throw refusal(at: field.lowerBound, "expected \(quantity.name), found \(found)")
    }
    return try value(number, of: quantity)
  }
}
