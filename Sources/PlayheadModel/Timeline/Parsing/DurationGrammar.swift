extension Time {
  /// Reads a duration that a person wrote.
  ///
  /// It may be `[HH:]MM:SS[.frac]`, descending units as in Go (`1h2m3s`, `1.5s`, `200ms`, `500us`,
  /// `10ns`), one number with a space before its unit (`2 s`), ISO 8601 (`PT1H2M3.5S`, `P1DT12H`,
  /// `P2W`) or, where `unit` allows it, a bare number of seconds. Minutes are `m` or `min`. Only
  /// the last part may have a fraction; what is finer than a nanosecond rounds to nearest, halves
  /// away from zero.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - unit: whether a single number needs a unit that cannot be mistaken.
  /// - Throws: ``GrammarError`` if `text` has none of these forms, is negative, counts years or
  ///   months, or lies beyond ``bound``.
  public init(
    parsing text: some StringProtocol, unit: UnitRule = .optional
  ) throws(GrammarError) {
    self.init(nanoseconds: try DurationGrammar(text: Substring(text), unit: unit).read())
  }

  /// Reads a duration as ``init(parsing:unit:)`` does, but refuses what would have to be rounded.
  package init(
    parsingExactly text: some StringProtocol, unit: UnitRule = .optional
  ) throws(GrammarError) {
    self.init(
      nanoseconds: try DurationGrammar(text: Substring(text), unit: unit, isExact: true).read())
  }
}

/// Durations in the accepted notations, each parsed in a file of its own.
package struct DurationGrammar {
  let text: Substring
  /// Whether a single number needs a unit that cannot be mistaken.
  var unit = UnitRule.optional
  /// Whether what is finer than a nanosecond is refused.
  var isExact = false
  /// Whether this is a remedy that is being tried, for which no remedy is sought in turn.
  var isTrial = false
  /// The text as it was written; `nil` if `text` is that.
  var original: Substring?

  package static let second: Int64 = 1_000_000_000
  package static let minute = 60 * second
  package static let hour = 60 * minute
  package static let day = 24 * hour
  static let week = 7 * day

  /// The duration in nanoseconds.
  func read() throws(GrammarError) -> Int64 {
    if let joined = text.joiningUnit {
      return try DurationGrammar(
        text: joined, unit: unit, isExact: isExact, isTrial: isTrial, original: original ?? text
      ).read()
    }
    try refuseWhatNoFormAllows()
    if text.first == "P" { return try readISO8601() }
    if text.contains(":") { return try readClock() }
    return try readUnits()
  }

  private func refuseWhatNoFormAllows() throws(GrammarError) {
    guard let first = text.first else {
      throw refusal("missing duration", hint: example)
    }
    if text.contains(where: \.isWhitespace) {
      throw refusal(
        "a space can only precede a single unit", mend: text.filter { !$0.isWhitespace })
    }
    if first == "-" || first == "−" {
      throw refusal("a duration cannot be negative")
    }
    if first == "+" {
      throw refusal("a duration has no sign", mend: String(text.dropFirst()))
    }
    if notNumbers.contains(text.lowercased()) {
      throw refusal("this is not a number")
    }
    if first == "p" {
      throw refusal("ISO 8601 durations are in capitals", mend: text.uppercased())
    }
    if text.contains(","), first != "P" {
      throw refusal(
        "a fraction is written with a point", mend: String(text.map { $0 == "," ? "." : $0 }))
    }
  }

  /// What to write for a duration, in words.
  var example: String { unit == .required ? "write 50ms or 1.5s" : "write 90, 1:30 or 1m30s" }

  /// One part of a duration and the nanoseconds in its unit.
  typealias Part = (number: WrittenDecimal, unit: Int64)

  /// The sum of the parts in nanoseconds; only the last may have a fraction.
  func sum(_ parts: [Part]) throws(GrammarError) -> Int64 {
    if parts.dropLast().contains(where: { !$0.number.fraction.isEmpty }) {
      throw refusal("only the last part of a duration can have a fraction")
    }
    let bound = WallTime.bound
    var total: Int64 = 0
    for part in parts {
      // The total stays within the bound after each part, so this cannot overflow.
      guard let nanoseconds = part.number.times(part.unit, atMost: bound.nanoseconds - total) else {
        throw refusal("the longest duration is \(bound.secondsText) s, about 36.5 years")
      }
      if isExact, !part.number.isWhole(times: part.unit) {
        throw refusal("the resolution is a nanosecond")
      }
      total += nanoseconds
    }
    return total
  }

  func refusal(_ problem: String, hint: String? = nil) -> GrammarError {
    GrammarError(text: String(original ?? text), problem: problem, hint: hint)
  }

  /// A refusal that proposes `mend`, if that at least is a duration.
  func refusal(_ problem: String, mend: String) -> GrammarError {
    let trial = DurationGrammar(text: Substring(mend), unit: unit, isTrial: true)
    let mends = !isTrial && (try? trial.read()) != nil
    return refusal(problem, hint: mends ? "write \(mend)" : nil)
  }
}

/// What programs print for values that are no numbers, in small letters.
let notNumbers: Set<String> = ["nan", "inf", "infinity", "+inf", "-inf", "-infinity", "∞"]
