extension Tolerance {
  /// Reads a tolerance of `metric` that a person wrote.
  ///
  /// It is a sign and a margin: `+` for more, `-` for less, `±`, `+-` or none for both; then a
  /// percentage of the recorded value, or a value in the metric's own grammar (`100ms`, `64KiB`,
  /// `1`). Of shares, which are themselves written in percent, a percentage is one of the recorded
  /// value all the same; `0.01` is a hundredth more or less.
  ///
  /// - Throws: ``GrammarError`` if it is none of these.
  public init(parsing text: some StringProtocol, for metric: SessionMetric) throws(GrammarError) {
    let text = String(text)
    guard metric.kind.isOrdered else {
      throw GrammarError(
        text: text, problem: "\(metric.plainName) is \(metric.kind.words) and has no tolerance")
    }
    var rest = Substring(text)
    let side = Side(taking: &rest)
    let margin = try Margin(String(rest), in: text, for: metric)
    switch side {
    case .above: self.init(above: margin)
    case .below: self.init(below: margin)
    case .both: self.init(above: margin, below: margin)
    }
  }

  private enum Side {
    case above, below, both

    init(taking rest: inout Substring) {
      let signs: [(String, Side)] = [
        ("±", .both), ("+/-", .both), ("+-", .both), ("+", .above), ("-", .below), ("−", .below),
      ]
      guard let (sign, side) = signs.first(where: { rest.hasPrefix($0.0) }) else {
        self = .both
        return
      }
      rest = rest.dropFirst(sign.count)
      self = side
    }
  }
}

extension Tolerance.Margin {
  /// Reads `margin`, which stands in `text`.
  fileprivate init(
    _ margin: String, in text: String, for metric: SessionMetric
  ) throws(GrammarError) {
    let example = "write +5% or +\(metric.kind == .share ? "0.01" : metric.kind.boundExample)"
    func refusal(_ problem: String) -> GrammarError {
      GrammarError(text: text, problem: problem, hint: example)
    }
    guard !margin.isEmpty else { throw refusal("a tolerance is expected, and there is nothing") }
    if margin == "0" {
      self = .none
      return
    }
    guard margin.last == "%" else {
      do throws(GrammarError) {
        guard let units = try metric.bound(parsing: margin).units else {
          throw refusal("this is not a tolerance")
        }
        self = .units(units)
        return
      } catch {
        throw refusal(error.problem)
      }
    }
    guard let written = WrittenDecimal(margin.dropLast()) else {
      throw refusal("“\(margin)” is not a percentage")
    }
    guard let millionths = written.times(10_000, atMost: 10_000_000) else {
      throw refusal("the largest percentage is 1000 %")
    }
    guard written.fraction.dropFirst(4).allSatisfy({ $0 == 0 }) else {
      throw refusal("the finest step is 0.0001 %")
    }
    self = .share(Ratio(millionths: millionths))
  }
}
