/// A factor for rates, exact for any number of digits.
package struct RateScale: Hashable, Sendable {
  /// The factor as written, without a space before its unit: `50%`, `0.5x`.
  package let text: String
  /// The exact value of the factor.
  private let factor: WrittenDecimal

  /// Parses `50%` or `0.5x`.
  ///
  /// - Parameters:
  ///   - text: the factor.
  ///   - unit: whether a bare number is refused: 50 could be 50 % or 50 times.
  /// - Throws: ``GrammarError`` if `text` is not a factor, or is negative.
  package init(
    parsing text: some StringProtocol, unit: UnitRule = .required
  ) throws(GrammarError) {
    let whole = String(text)
    func refusal(_ problem: String, _ hint: String? = "write 50% or 0.5x") -> GrammarError {
      GrammarError(text: whole, problem: problem, hint: hint)
    }
    var number = Substring(whole)
    guard let first = number.first else { throw refusal("missing factor") }
    if first == "-" || first == "−" { throw refusal("a factor cannot be negative", nil) }
    let sign = number.last.flatMap { Self.signs[$0] }
    if sign != nil {
      number.removeLast()
      if number.last?.isUnitSpace == true { number.removeLast() }
    }
    guard let factor = WrittenDecimal(number) else {
      if number.contains(",") { throw refusal("a fraction is written with a point") }
      throw refusal("invalid factor")
    }
    if sign == nil, unit == .required, !factor.isZero {
      throw refusal(
        "\(number) has no unit: percent or times", "write \(number)% or \(number)x")
    }
    self.text = "\(number)\(sign.map(String.init) ?? "")"
    self.factor = sign == "%" ? factor.hundredth : factor
  }

  /// What may follow the number, and how it is printed.
  private static let signs: [Character: Character] = ["%": "%", "x": "x", "X": "x", "×": "x"]

  /// `rate` times the factor, in whole bits per second, halves up; `nil` if beyond `BitRate.bound`.
  ///
  /// - Precondition: `rate` is not negative.
  package func times(_ rate: BitRate) -> BitRate? {
    guard rate > .zero else { return rate }
    return factor.times(rate.bitsPerSecond, atMost: BitRate.bound.bitsPerSecond)
      .map { BitRate(bitsPerSecond: $0) }
  }
}

extension BandwidthProfile {
  /// A copy with all rates multiplied by `scale`, each rounded to a whole bit per second.
  ///
  /// - Throws: ``ProfileError`` if a resulting rate is beyond `BitRate.bound`.
  package func scaled(by scale: RateScale) throws(ProfileError) -> BandwidthProfile {
    var scaled: [Interval] = []
    scaled.reserveCapacity(intervals.count)
    for (index, interval) in intervals.enumerated() {
      guard let rate = scale.times(interval.rate) else {
        throw ProfileError(
          .value("rate", entry: index + 1),
          "\(interval.rate.text) times \(scale.text) is more than \(BitRate.bound.text)")
      }
      var interval = interval
      interval.rate = rate
      scaled.append(interval)
    }
    return replacing(intervals: scaled, note: "scaled by \(scale.text)")
  }
}
