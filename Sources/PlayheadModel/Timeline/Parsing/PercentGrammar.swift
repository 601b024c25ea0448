extension Ratio {
  /// Reads a percentage from 0 to 100 with or without its sign: `2`, `0.5`, `0.5%`.
  ///
  /// - Throws: ``GrammarError`` if `text` is malformed or finer than a millionth.
  public init(parsingPercent text: some StringProtocol) throws(GrammarError) {
    let whole = String(text)
    func refusal(_ problem: String, _ hint: String? = "write 0.5 or 0.5%") -> GrammarError {
      GrammarError(text: whole, problem: problem, hint: hint)
    }
    var number = Substring(whole)
    guard let first = number.first else {
      throw refusal("missing percentage")
    }
    if first == "-" || first == "−" { throw refusal("a percentage cannot be negative", nil) }
    if number.last == "%" {
      number.removeLast()
      if number.last?.isUnitSpace == true { number.removeLast() }
    }
    guard let written = WrittenDecimal(number) else {
      if number.contains(",") { throw refusal("a fraction is written with a point") }
      throw refusal("this is not a percentage")
    }
    guard let millionths = written.times(10_000, atMost: 1_000_000) else {
      throw refusal("this is more than 100 %", nil)
    }
    // What would be rounded would also be echoed as something else than was asked for.
    guard written.fraction.dropFirst(4).allSatisfy({ $0 == 0 }) else {
      throw refusal("the resolution is 0.0001 %", nil)
    }
    self.init(millionths: millionths)
  }
}
