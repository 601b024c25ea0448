import PlayheadModel

/// A URL template of `SegmentTemplate`, parsed once: text and the identifiers to replace.
struct TemplatePattern {
  /// What stands in place of the identifiers of a segment.
  struct Values {
    let representation: String
    let bandwidth: Int64
    var number: Int64 = 0
    var time: Int64 = 0
  }

  private enum Part {
    case text(Substring)
    case representation
    case bandwidth(width: Int)
    case number(width: Int)
    case time(width: Int)
  }

  private var parts: [Part] = []

  /// Whether segments have different URLs by their number or time.
  let hasNumberOrTime: Bool

  /// Parses `text`.
  ///
  /// - Throws: ``GrammarError`` if an identifier is unknown or not closed.
  init(_ text: String) throws(GrammarError) {
    var parts: [Part] = []
    var rest = text[...]
    while !rest.isEmpty {
      let plain = rest.prefix { $0 != "$" }
      if !plain.isEmpty { parts.append(.text(plain)) }
      rest = rest[plain.endIndex...]
      guard !rest.isEmpty else { break }
      let identifier = rest.dropFirst().prefix { $0 != "$" }
      guard identifier.endIndex < rest.endIndex else {
        throw Self.refusal(text, "the closing $ is missing", hint: "write $$ for a dollar sign")
      }
      rest = rest[identifier.endIndex...].dropFirst()
      parts.append(try Self.part(identifier, of: text))
    }
    self.parts = parts
    hasNumberOrTime = parts.contains { part in
      switch part {
      case .number, .time: true
      case .text, .representation, .bandwidth: false
      }
    }
  }

  private static func part(_ identifier: Substring, of text: String) throws(GrammarError) -> Part {
    guard !identifier.isEmpty else { return .text("$") }
    let name = identifier.prefix { $0 != "%" }
    var width = 0
    if name.endIndex < identifier.endIndex {
      // The format is %0[width]d, in which %d is as good as %01d.
      let format = identifier[name.endIndex...].dropFirst()
      let digits = format.dropLast()
      let number = digits.isEmpty ? 1 : Int64(decimalDigits: digits)
      guard format.last == "d", let number, number <= 20, name != "RepresentationID" else {
        throw refusal(
          text, "“\(identifier.excerpt)” has no valid width", hint: "write $\(name.excerpt)%05d$")
      }
      width = Int(number)
    }
    switch name {
    case "RepresentationID": return .representation
    case "Bandwidth": return .bandwidth(width: width)
    case "Number": return .number(width: width)
    case "Time": return .time(width: width)
    case "SubNumber":
      throw refusal(text, "segment sequences ($SubNumber$) are not supported")
    default:
      let names = ["RepresentationID", "Bandwidth", "Number", "Time"]
      throw refusal(
        text, "unknown identifier “\(identifier.excerpt)”",
        hint: name.nearest(in: names).map { "did you mean $\($0)$?" }
          ?? "write $$ for a dollar sign")
    }
  }

  private static func refusal(_ text: String, _ problem: String, hint: String? = nil)
    -> GrammarError
  {
    GrammarError(text: text.excerpt, problem: problem, hint: hint)
  }

  /// The URL with `values` in place of the identifiers.
  func text(_ values: Values) -> String {
    var text = ""
    for part in parts {
      switch part {
      case .text(let plain): text += plain
      case .representation: text += values.representation
      case .bandwidth(let width): text += Self.padded(values.bandwidth, to: width)
      case .number(let width): text += Self.padded(values.number, to: width)
      case .time(let width): text += Self.padded(values.time, to: width)
      }
    }
    return text
  }

  private static func padded(_ number: Int64, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
