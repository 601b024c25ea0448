import PlayheadFiles

extension CaseDefinition.Part {
  /// Its value in JSON: a number or a truth value where it is one, null where it is not set, else a
  /// text.
  var value: JSONValue {
    guard !Self.texts.contains(key) else { return .string(text) }
    if text == Self.unset(key) { return .null }
    switch text {
    case "true": return .bool(true)
    case "false": return .bool(false)
    default: return text.isPlainDecimal ? .decimal(text) : .string(text)
    }
  }

  /// What is said of a value that is not set; `nil` of a fact that has a word for it.
  static func unset(_ key: String) -> String? {
    if key == "limit" { return "default" }
    return key.hasPrefix("player.") ? "none" : nil
  }

  /// What is a text also where all of it is digits: a digest, and the words of a network, a rule or
  /// a list.
  private static let texts: Set = [
    CaseDefinition.networkText, CaseDefinition.networkDigest, "abr", "tracks",
  ]
}

extension String {
  /// Whether it is digits, with a fraction or without, as JSON writes numbers.
  fileprivate var isPlainDecimal: Bool {
    wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?/) != nil
  }
}
