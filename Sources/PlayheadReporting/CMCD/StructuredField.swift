import PlayheadModel

/// A value of a dictionary of structured fields (RFC 8941), as far as CMCD has need of them.
enum StructuredField {
  case integer(Int64)
  /// A decimal number, in thousandths.
  case decimal(thousandths: Int64)
  case token(String)
  /// A flag that is set; one that is not is left out.
  case flag
  /// Integers, each with what marks it as its only parameter, unless that is not known.
  case list([(value: Int64, mark: String?)])

  /// The dictionary of `members`, by their keys in order, without spaces between them.
  static func dictionary(_ members: [String: StructuredField]) -> String {
    members.sorted { $0.key < $1.key }
      .map { key, value in value.text.map { "\(key)=\($0)" } ?? key }
      .joined(separator: ",")
  }

  /// The value as it is written behind the key; `nil` if the key says it all.
  private var text: String? {
    switch self {
    case .integer(let value): String(value)
    case .decimal(let thousandths): Self.text(thousandths)
    case .token(let token): token
    case .flag: nil
    case .list(let items):
      "("
        + items.map { item in item.mark.map { "\(item.value);\($0)" } ?? String(item.value) }
        .joined(separator: " ") + ")"
    }
  }

  /// A decimal has a point, and a digit behind it.
  private static func text(_ thousandths: Int64) -> String {
    let text = decimalText(
      thousandths.magnitude, places: 3, isNegative: thousandths < 0, trimmed: true)
    return text.utf8.contains(UInt8(ascii: ".")) ? text : text + ".0"
  }
}
