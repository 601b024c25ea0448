package import PlayheadModel

extension YAMLReader {
  /// The maximum length of a duration, a rate or a number.
  package static let maximumCharacters = 100

  /// Text, empty only if quoted; `expectation` is worded as in `a name`.
  package func text(_ expectation: String = "a text") -> String? {
    guard case .scalar(let text, let isQuoted) = node.content, isQuoted || !text.isEmpty else {
      refuse(expecting: expectation)
      return nil
    }
    return text
  }

  /// The result of `parse` for the text; `expectation` is worded as in `a duration`.
  ///
  /// - Parameters:
  ///   - expectation: what is expected.
  ///   - limit: the maximum number of characters; 100 are enough for a single value.
  ///   - parse: the grammar.
  /// - Returns: the parsed value; `nil` after noting a mistake.
  package func parsed<Value>(
    _ expectation: String, atMost limit: Int = YAMLReader.maximumCharacters,
    _ parse: (String) throws(GrammarError) -> Value
  ) -> Value? {
    guard let text = text(expectation) else { return nil }
    // Grammars quote what they refuse, and some read it more than once.
    guard text.unicodeScalars.count <= limit else {
      refuse(expecting: expectation)
      return nil
    }
    do throws(GrammarError) {
      return try parse(text)
    } catch {
      refuse(
        "“\(text.count > Self.maximumCharacters ? text.excerpt : text)”: \(error.problem)",
        hint: error.hint)
      return nil
    }
  }

  /// A duration, in any form that the command line takes.
  package func duration<Clock>(unit: UnitRule = .optional) -> Time<Clock>? {
    parsed("a duration") { text throws(GrammarError) in
      try Time<Clock>(parsing: text, unit: unit)
    }
  }

  /// A rate, in any form that the command line accepts.
  package func rate() -> BitRate? {
    parsed("a rate") { text throws(GrammarError) in try BitRate(parsing: text) }
  }

  /// A whole number in decimal digits, within `range`.
  package func wholeNumber(in range: ClosedRange<Int64>) -> Int64? {
    let expectation = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    guard let text = text(expectation) else { return nil }
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    guard let first = digits.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first),
      let number = Int64(text), range.contains(number)
    else {
      refuse(expecting: expectation)
      return nil
    }
    return number
  }

  /// `true` or `false`, not quoted.
  package func boolean() -> Bool? {
    switch node.content {
    case .scalar("true", isQuoted: false): return true
    case .scalar("false", isQuoted: false): return false
    case .scalar(let text, isQuoted: true) where ["true", "false"].contains(text):
      refuse("expected true or false, found text", hint: "remove the quotes")
    default: refuse(expecting: "true or false")
    }
    return nil
  }

  /// One of the words of `Choice`.
  package func choice<Choice: RawRepresentable & CaseIterable>(of type: Choice.Type) -> Choice?
  where Choice.RawValue == String {
    let words = type.allCases.map(\.rawValue)
    return choice(of: words).flatMap { Choice(rawValue: words[$0]) }
  }

  /// The place of one of `words`.
  func choice(of words: [String]) -> Int? {
    let expectation = words.wordList(or: true)
    guard let text = text(expectation) else { return nil }
    if let place = words.firstIndex(of: text) { return place }
    refuse(expecting: expectation, hint: problems.isFull ? nil : meaning(text, of: words))
    return nil
  }

  /// A hint at the word that `text` most likely means.
  func meaning(_ text: String, of words: [String]) -> String? {
    guard text.unicodeScalars.count <= Self.maximumCharacters else { return nil }
    return text.nearest(in: words).map { "did you mean \($0)?" }
  }
}

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
