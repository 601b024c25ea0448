public import PlayheadAnalysis
public import PlayheadModel

extension SessionMetric {
  /// Parses a bound on this metric, in the grammar of its kind.
  ///
  /// Times are durations, rates and numbers of bytes have their units; shares are percentages
  /// (`2%`) or decimals from 0 to 1 (`0.02`), frequencies decimals, counts whole numbers, scores
  /// decimals that may be negative, and the end reason is one of its words. A bound that would have
  /// to be rounded is refused, as the comparison would use another value than the one written.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - name: the name of the metric as it was written, which may carry the unit.
  /// - Returns: the value.
  /// - Throws: ``GrammarError`` if `text` is none of these, with what it is instead where that can
  ///   be told.
  public func bound(
    parsing text: some StringProtocol, behind name: String = ""
  ) throws(GrammarError) -> MetricValue {
    let text = String(text)
    let unit = unitRule(in: name)
    do throws(GrammarError) {
      return try value(parsing: text, unit: unit)
    } catch {
      guard let other = otherKind(of: text) else { throw error }
      throw GrammarError(
        text: text, problem: "expected \(kind.words) for \(plainName), found \(other.words)",
        hint: "write “\(plainName) \(kind.example)”")
    }
  }

  private func value(parsing text: String, unit: UnitRule) throws(GrammarError) -> MetricValue {
    switch kind {
    case .wallTime: return .wallTime(try WallTime(parsingExactly: text, unit: unit))
    case .mediaTime: return .mediaTime(try MediaTime(parsingExactly: text, unit: unit))
    case .bytes: return .bytes(try Int64(parsingExactBytes: text))
    case .rate: return .rate(try BitRate(parsingExactly: text, unit: unit))
    case .share: return .ratio(try Self.share(text))
    case .frequency: return .ratio(try Self.frequency(text))
    case .score: return .ratio(try Self.score(text))
    case .count: return .count(try Self.count(text))
    case .word: return .word(try Self.endReason(text))
    case .flag: return .flag(try Self.flag(text))
    }
  }

  private static func share(_ text: String) throws(GrammarError) -> Ratio {
    if text.last == "%" { return try Ratio(parsingPercent: text) }
    guard let written = WrittenDecimal(text) else {
      // A percentage's errors apply: they concern signs, commas and non-numbers.
      _ = try Ratio(parsingPercent: text)
      throw GrammarError(text: text, problem: "invalid share", hint: "write 2% or 0.02")
    }
    guard let millionths = written.times(1_000_000, atMost: 1_000_000) else {
      throw GrammarError(
        text: text, problem: "a share cannot exceed 1", hint: "write \(text)% if it is a percentage"
      )
    }
    return try fine(millionths, written, text)
  }

  private static func frequency(_ text: String) throws(GrammarError) -> Ratio {
    guard let written = WrittenDecimal(text) else {
      throw GrammarError(
        text: text, problem: "invalid number of times per minute", hint: "write 0.5")
    }
    guard let millionths = written.times(1_000_000, atMost: 1_000_000_000_000) else {
      throw GrammarError(text: text, problem: "the maximum is 1000000 times per minute")
    }
    return try fine(millionths, written, text)
  }

  private static func score(_ text: String) throws(GrammarError) -> Ratio {
    let isNegative = text.first == "-" || text.first == "−"
    let digits = text.dropFirst(isNegative ? 1 : 0)
    guard let written = WrittenDecimal(digits) else {
      throw GrammarError(text: text, problem: "invalid score", hint: "write 0.5 or -2")
    }
    guard let millionths = written.times(1_000_000, atMost: 1_000_000_000_000_000) else {
      throw GrammarError(text: text, problem: "scores lie between -1000000000 and 1000000000")
    }
    return try fine(isNegative ? -millionths : millionths, written, text)
  }

  /// Refuses a value that needs rounding.
  private static func fine(
    _ millionths: Int64, _ written: WrittenDecimal, _ text: String
  ) throws(GrammarError) -> Ratio {
    guard written.fraction.dropFirst(6).allSatisfy({ $0 == 0 }) else {
      throw GrammarError(text: text, problem: "too many decimals; the resolution is 0.000001")
    }
    return Ratio(millionths: millionths)
  }

  private static func count(_ text: String) throws(GrammarError) -> Int64 {
    guard let written = WrittenDecimal(text) else {
      throw GrammarError(text: text, problem: "invalid whole number", hint: "write 1")
    }
    guard written.fraction.isEmpty, let number = written.times(1, atMost: 1_000_000_000) else {
      throw GrammarError(
        text: text, problem: "expected a whole number up to 1000000000", hint: "write 1")
    }
    return number
  }

  private static func flag(_ text: String) throws(GrammarError) -> Bool {
    guard let flag = Bool(text) else {
      throw GrammarError(text: text, problem: "expected true or false", hint: "write false")
    }
    return flag
  }

  private static func endReason(_ text: String) throws(GrammarError) -> String {
    let words = Session.EndReason.allCases.map(\.rawValue)
    guard words.contains(text) else {
      throw GrammarError(
        text: text, problem: "unknown end reason",
        hint: text.nearest(in: words).map { "did you mean \($0)?" }
          ?? "the reasons are \(words.wordList(or: false))")
    }
    return text
  }

  /// The other kind that `text` clearly belongs to; `nil` for a number without a unit.
  private func otherKind(of text: String) -> Kind? {
    guard WrittenDecimal(text) == nil else { return nil }
    if !kind.isTime, (try? WallTime(parsing: text)) != nil { return .wallTime }
    if kind != .share, text.last == "%", (try? Ratio(parsingPercent: text)) != nil { return .share }
    // Rates and bytes recognize each other's units, with better messages.
    guard kind != .rate, kind != .bytes else { return nil }
    if (try? Int64(parsingBytes: text)) != nil { return .bytes }
    return (try? BitRate(parsing: text)) == nil ? nil : .rate
  }
}

extension SessionMetric.Kind {
  /// What it is, in the words of an error.
  var words: String {
    switch self {
    case .wallTime, .mediaTime: "a duration"
    case .count: "a whole number"
    case .share: "a share, a percentage or a decimal from 0 to 1"
    case .frequency: "a number of times per minute"
    case .score: "a score, a decimal that may be negative"
    case .bytes: "a number of bytes"
    case .rate: "a rate"
    case .word: "a word"
    case .flag: "true or false"
    }
  }

  /// An example of a comparison with a bound.
  var example: String {
    let comparison =
      switch self {
      case .wallTime, .mediaTime, .count, .share, .frequency, .bytes: ComparisonOperator.atMost
      case .rate, .score: ComparisonOperator.atLeast
      case .word, .flag: ComparisonOperator.equal
      }
    return "\(comparison.rawValue) \(boundExample)"
  }

  /// An example of a bound.
  var boundExample: String {
    switch self {
    case .wallTime, .mediaTime: "2.5s"
    case .count: "1"
    case .share: "2%"
    case .frequency, .score: "0.5"
    case .bytes: "10MB"
    case .rate: "1.5Mbit/s"
    case .word: Session.EndReason.ended.rawValue
    case .flag: "false"
    }
  }
}
