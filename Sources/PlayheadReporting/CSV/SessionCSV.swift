import PlayheadFiles
package import PlayheadModel

/// The rows of a session's timeline as CSV (RFC 4180), with the keys of the JSON report in a
/// header.
///
/// Values are those of JSON: exact numbers, `true` and `false`. The loaded ranges are in one field,
/// each as its start and end in seconds with a hyphen between, with spaces between ranges, as in
/// `0-4.2 12-20`; nothing loaded is an empty field.
package enum SessionCSV {
  /// The rows of `session` in UTF-8, a header before them, each with CRLF at its end.
  package static func bytes(_ session: Session) -> [UInt8] {
    var writer = CSVWriter()
    writer.write(TickJSON.columns.map(\.key))
    for tick in session.ticks { writer.write(TickJSON.columns.map { field($0.value(tick)) }) }
    return writer.bytes
  }

  private static func field(_ value: JSONValue) -> String {
    switch value {
    case .null: ""
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .decimal(let text), .string(let text): text
    case .array(let ranges): ranges.map(field).joined(separator: " ")
    case .object(let ends): ends.map { field($0.value) }.joined(separator: "-")
    }
  }
}
