import PlayheadAnalysis
public import PlayheadModel

extension SessionExpectation {
  /// Parses an expectation.
  ///
  /// ```
  /// startup <= 2.5s            a metric, with or without the unit in its name
  /// rebufferRatio < 2%
  /// endReason == ended
  /// no stall
  /// timeAtLevel(0) < 10%       of a ladder: the media time at a level, or its share
  /// no stall before 30s        in wall time, from the play command on
  /// no freeze                  of the picture while sound plays: frozenCount == 0
  /// every stall <= 1s
  /// stallCount <= 0 in 95%     of the runs in which the player's timing varies
  /// ```
  ///
  /// The operators are those of ``ComparisonOperator``, with or without spaces around them; bounds
  /// have the grammar of ``SessionMetric/bound(parsing:behind:)``.
  ///
  /// - Throws: ``GrammarError`` if `text` has none of these forms.
  public init(
    parsing text: some StringProtocol, level: Level = .error
  ) throws(GrammarError) {
    self.init(try ExpectationGrammar(Substring(text)).read(), level: level)
  }
}

/// The grammar of an expectation.
struct ExpectationGrammar {
  private let text: Substring
  private let words: [Substring]

  init(_ text: Substring) {
    self.text = text
    words = text.split(whereSeparator: \.isWhitespace)
  }

  func read() throws(GrammarError) -> SessionExpectation.Condition {
    guard let place = words.lastIndex(of: "in"), place > 0 else { return try condition() }
    let written = words[(place + 1)...].joined()
    guard !written.isEmpty else {
      throw refusal("missing share of runs after “in”", hint: "write “stallCount <= 0 in 95%”")
    }
    let share = try part(written[...]) { text throws(GrammarError) in
      let share = try Ratio(parsingPercent: text)
      guard share > Ratio(millionths: 0) else {
        throw GrammarError(text: String(text), problem: "the share of runs must be above 0%")
      }
      return share
    }
    let rest = Substring(words[..<place].joined(separator: " "))
    return .mostly(try ExpectationGrammar(rest).condition(), inShare: share)
  }

  private func condition() throws(GrammarError) -> SessionExpectation.Condition {
    switch words.first {
    case nil:
      throw refusal(
        "missing expectation",
        hint: "write “stallCount <= 1” or “no stall”")
    case "no": return try noStall()
    case "every": return try everyStall()
    default: return try comparison()
    }
  }

  private func noStall() throws(GrammarError) -> SessionExpectation.Condition {
    if words.dropFirst() == ["freeze"] { return .metric(.frozenCount, .equal, .count(0)) }
    guard words.dropFirst().first == "stall" else {
      throw refusal(
        "expected “stall” or “freeze” after “no”", hint: "write “no stall” or “no freeze”")
    }
    guard words.count > 2 else { return .noStall(before: nil) }
    guard words[2] == "before" else {
      throw refusal(
        "expected “before” after “no stall”, found “\(words[2].excerpt)”",
        hint: "write “no stall” or “no stall before 30s”")
    }
    guard words.count > 3 else {
      throw refusal("missing duration", hint: "write “no stall before 30s”")
    }
    let end = words[3...].joined(separator: " ")
    return .noStall(
      before: try part(end[...]) { text throws(GrammarError) in
        try WallTime(parsingExactly: text)
      })
  }

  private func everyStall() throws(GrammarError) -> SessionExpectation.Condition {
    let hint = "write “every stall <= 1s”"
    let rest = words.dropFirst().joined(separator: " ")
    let word = rest.prefix(while: \.isLetter)
    guard word == "stall" else { throw refusal("expected “stall” after “every”", hint: hint) }
    let (comparison, bound) = try comparisonAndBound(rest.dropFirst(word.count), of: "every stall")
    guard comparison.isUpperBound else {
      throw refusal("“every stall” requires an upper bound, < or <=", hint: hint)
    }
    let time = try part(bound) { text throws(GrammarError) in
      try WallTime(parsingExactly: text, unit: .required)
    }
    return .everyStall(within: time, isStrict: comparison == .less)
  }

  private func comparison() throws(GrammarError) -> SessionExpectation.Condition {
    let whole = words.joined(separator: " ")
    let name = whole.prefix { !$0.isWhitespace && !Self.signs.contains($0) }
    guard !name.isEmpty else {
      throw refusal(
        "missing metric before the comparison", hint: "write “stallCount \(whole.excerpt)”")
    }
    let named: SessionMetric
    do {
      named = try SessionMetric(named: String(name.excerpt))
    } catch {
      throw refusal("\(error.problem) “\(name.excerpt)”", hint: error.hint)
    }
    let (comparison, bound) = try comparisonAndBound(
      whole.dropFirst(name.count), of: "\(name)", example: named.kind.example)
    let metric = named.compared(with: bound)
    guard metric.kind.isOrdered || comparison == .equal || comparison == .notEqual else {
      throw refusal(
        "\(metric.plainName) is \(metric.kind.words), which only == and != can compare",
        hint: "write “\(metric.plainName) == \(bound.excerpt)”")
    }
    return .metric(
      metric, comparison,
      try part(bound) { text throws(GrammarError) in
        try metric.bound(parsing: text, behind: String(name))
      }
    )
  }

  /// The characters of operators and of their lookalikes.
  private static let signs = "<>=!≤≥≠~"

  /// Common misspellings of operators, and their meaning.
  private static let lookalikes: [String: ComparisonOperator] = [
    "=": .equal, "===": .equal, "≠": .notEqual, "<>": .notEqual, "!": .notEqual,
    "=<": .atMost, "≤": .atMost, "=>": .atLeast, "≥": .atLeast,
  ]

  private func comparisonAndBound(
    _ text: some StringProtocol, of subject: String, example: String = "<= 1s"
  ) throws(GrammarError) -> (ComparisonOperator, Substring) {
    let rest = Substring(text).drop(while: \.isWhitespace)
    let sign = rest.prefix { Self.signs.contains($0) }
    let bound = rest.dropFirst(sign.count).drop(while: \.isWhitespace)
    guard !sign.isEmpty else {
      throw refusal(
        rest.isEmpty
          ? "missing comparison after \(subject)"
          : "expected a comparison after \(subject), found “\(rest.excerpt)”",
        hint: "write “\(subject) \(example)”")
    }
    guard let comparison = ComparisonOperator(rawValue: String(sign)) else {
      throw refusal(
        "invalid comparison “\(sign.excerpt)”",
        hint: Self.lookalikes[String(sign)].map { "write \($0.rawValue)" }
          ?? "the comparisons are \(ComparisonOperator.allCases.map(\.rawValue).wordList(or: false))"
      )
    }
    guard !bound.isEmpty else {
      throw refusal(
        "missing value after \(sign)", hint: "write “\(subject) \(example)”")
    }
    return (comparison, bound)
  }

  /// Parses a part with `grammar`; an error quotes the whole text.
  private func part<Value>(
    _ part: Substring, _ grammar: (Substring) throws(GrammarError) -> Value
  ) throws(GrammarError) -> Value {
    do {
      return try grammar(part)
    } catch {
      throw refusal("“\(part.excerpt)”: \(error.problem)", hint: error.hint)
    }
  }

  private func refusal(_ problem: String, hint: String? = nil) -> GrammarError {
    GrammarError(text: String(text), problem: problem, hint: hint)
  }
}
