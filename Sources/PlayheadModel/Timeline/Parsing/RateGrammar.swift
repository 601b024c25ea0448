extension BitRate {
  /// Reads a rate that a person wrote: a number and a unit, with or without a space between.
  ///
  /// `k`, `M` and `G` are thousands, millions and billions of bits per second. The units are `bps`,
  /// `bit`, `bit/s` and `b/s` with those prefixes, `B/s` with them for bytes, and `KiB/s`, `MiB/s`
  /// and `GiB/s`. Where `unit` allows it, a bare number is bits per second; zero needs no unit.
  /// What is finer than a bit per second rounds to nearest, halves up.
  ///
  /// - Throws: ``GrammarError`` if `text` is none of these, is negative, is beyond ``bound``, or
  ///   has a unit that means bits to one tool and bytes, or a thousandth, to another.
  public init(
    parsing text: some StringProtocol, unit: UnitRule = .required
  ) throws(GrammarError) {
    self = try RateGrammar(text: Substring(text), unit: unit).read()
  }

  /// Reads a rate as ``init(parsing:unit:)`` does, but refuses what would have to be rounded.
  package init(
    parsingExactly text: some StringProtocol, unit: UnitRule = .required
  ) throws(GrammarError) {
    self = try RateGrammar(text: Substring(text), unit: unit, isExact: true).read()
  }
}

/// The one way to write a rate, and the words for the many others.
struct RateGrammar {
  let text: Substring
  /// Whether a number other than zero needs a unit.
  var unit = UnitRule.required
  /// Whether what is finer than a bit per second is refused.
  var isExact = false

  func read() throws(GrammarError) -> BitRate {
    guard let first = text.first else {
      throw refusal("missing rate", hint: "write 800k or 1.5Mbit/s")
    }
    if first == "-" || first == "−" {
      throw refusal("a rate cannot be negative")
    }
    if notNumbers.contains(text.lowercased()) {
      throw refusal("this is not a number")
    }
    var rest = text
    guard let number = WrittenDecimal(taking: &rest) else {
      throw refusal("a rate starts with a number", hint: "write 800k or 1.5Mbit/s")
    }
    let written = text[..<rest.startIndex]
    if rest.first?.isUnitSpace == true, rest.count > 1 { rest.removeFirst() }
    if rest.isEmpty, unit == .required, !number.isZero {
      throw refusal(
        "a rate needs a unit", hint: "write \(Self.readings(of: written.excerpt[...], number))")
    }
    guard let bits = RateUnits.accepted[String(rest)] else {
      throw wrongUnit(rest, after: written)
    }
    guard let rate = number.times(bits, atMost: BitRate.bound.bitsPerSecond) else {
      throw refusal("the highest rate is \(BitRate.bound.text)")
    }
    if isExact, !number.isWhole(times: bits) {
      throw refusal("the resolution is a bit per second")
    }
    return BitRate(bitsPerSecond: rate)
  }

  /// What a bare `number` could be meant as: bits per second, or in the prefix that makes it a
  /// rate at which media is played.
  private static func readings(of written: Substring, _ number: WrittenDecimal) -> String {
    let bits = number.times(1, atMost: 1_000_000)
    return switch bits {
    case .some(..<100): "\(written)M for \(written) Mbit/s, or \(written)k for \(written) kbit/s"
    case .some(..<100_000): "\(written)k for \(written) kbit/s, or \(written)bps"
    default: "\(written)bps"
    }
  }

  private func wrongUnit(_ unit: Substring, after number: Substring) -> GrammarError {
    if let trap = RateUnits.traps.first(where: { $0.units.contains(String(unit)) }) {
      let mends = trap.mends.map { "\(number)\($0.unit) for \($0.meaning)" }
      return refusal("“\(unit)” \(trap.problem)", hint: "write \(mends.joined(separator: " or "))")
    }
    if let mistake = UnitMistake(unit) {
      return refusal(mistake.problem, hint: mistake.hint)
    }
    let nearest = unit.nearest(in: RateUnits.accepted.keys.sorted())
    return refusal(
      "“\(unit)” is not a unit of rate",
      hint: nearest.map { "did you mean \(number)\($0)?" }
        ?? "the units are kbit/s, Mbit/s, kB/s, MB/s and the like")
  }

  private func refusal(_ problem: String, hint: String? = nil) -> GrammarError {
    GrammarError(text: String(text), problem: problem, hint: hint)
  }
}
