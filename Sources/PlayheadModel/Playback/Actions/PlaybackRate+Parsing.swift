extension PlaybackRate {
  /// Reads a playback rate that a person wrote: `1.5`, `2x`, `0`.
  ///
  /// - Throws: ``GrammarError`` if `text` is not a decimal number, is neither 0 nor within
  ///   ``range``, or has more than three decimals.
  public init(parsing text: some StringProtocol) throws(GrammarError) {
    let whole = String(text)
    func refusal(_ problem: String, _ hint: String? = "write 1.5 or 1.5x") -> GrammarError {
      GrammarError(text: whole, problem: problem, hint: hint)
    }
    var number = Substring(whole)
    guard let first = number.first else {
      throw refusal("missing playback rate")
    }
    if first == "-" || first == "−" { throw refusal("playing backwards is not supported", nil) }
    if let last = number.last, "xX×".contains(last) {
      number.removeLast()
      if number.last?.isUnitSpace == true { number.removeLast() }
    }
    guard let written = WrittenDecimal(number) else {
      if number.contains(",") { throw refusal("a fraction is written with a point") }
      if number.last == "%" { throw refusal("a playback rate is not a percentage") }
      throw refusal("invalid playback rate")
    }
    guard let thousandths = written.times(1000, atMost: Self.range.upperBound),
      let rate = PlaybackRate(thousandths: thousandths)
    else { throw refusal("rates are 0 and from 0.25 to 4", nil) }
    // Rounding would play at a rate other than the requested one.
    guard written.fraction.dropFirst(3).allSatisfy({ $0 == 0 }) else {
      throw refusal("the resolution is 0.001", nil)
    }
    self = rate
  }
}
