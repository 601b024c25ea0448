package import PlayheadModel

extension YAMLReader {
  /// A number of bytes, with or without a unit.
  package func byteCount() -> Int64? {
    parsed("a number of bytes") { text throws(GrammarError) in try Int64(parsingBytes: text) }
  }

  /// Whether the value is `unlimited`.
  package var isUnlimited: Bool {
    if case .scalar("unlimited", _) = node.content { true } else { false }
  }

  /// A factor in decimals, exact to a millionth.
  package func factor() -> Ratio? {
    parsed("a factor") { text throws(GrammarError) in try Ratio(parsingFactor: text) }
  }
}
