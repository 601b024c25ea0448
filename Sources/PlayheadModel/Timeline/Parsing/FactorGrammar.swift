extension Ratio {
  /// Reads a factor from 0 to 1000 in decimals: `2`, `1.5`.
  ///
  /// - Throws: ``GrammarError`` if `text` is malformed or finer than a millionth.
  public init(parsingFactor text: some StringProtocol) throws(GrammarError) {
    func refusal(_ problem: String, _ hint: String? = nil) -> GrammarError {
      GrammarError(text: String(text), problem: problem, hint: hint)
    }
    guard let written = WrittenDecimal(text) else {
      throw refusal("this is not a factor", "write 2 or 1.5")
    }
    guard let millionths = written.times(1_000_000, atMost: 1_000_000_000) else {
      throw refusal("this is more than 1000")
    }
    guard written.fraction.dropFirst(6).allSatisfy({ $0 == 0 }) else {
      throw refusal("the resolution is 0.000001")
    }
    self.init(millionths: millionths)
  }
}
