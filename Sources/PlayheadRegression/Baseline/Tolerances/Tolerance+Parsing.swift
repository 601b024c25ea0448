package import PlayheadAnalysis
package import PlayheadModel

extension Tolerance {
  /// Parses a tolerance of `metric`.
  ///
  /// It is a sign and a margin: `+` for more, `-` for less, `±`, `+-` or none for both; then a
  /// percentage of the recorded value, or a value in the metric's own grammar (`100ms`, `64KiB`,
  /// `1`). Of shares, which are themselves written in percent, a percentage is one of the recorded
  /// value all the same; `0.01` is a hundredth more or less.
  ///
  /// - Throws: ``GrammarError`` if it is none of these.
  package init(
    parsing text: some StringProtocol, for metric: SessionMetric,
    behind name: String = ""
  ) throws(GrammarError) {
    let text = String(text)
    guard metric.kind.isOrdered else {
      throw GrammarError(
        text: text, problem: "\(metric.plainName) is \(metric.kind.words) and has no tolerance")
    }
    func margin(_ rest: Substring) throws(GrammarError) -> Margin {
      try Margin(String(rest), in: text, for: metric, behind: name)
    }
    var rest = Substring(text)
    let side = Side(taking: &rest)
    // A text with a tolerance for each side: `+5% -1%`.
    if side == .above, let (above, below) = Self.parts(of: rest) {
      self.init(above: try margin(above), below: try margin(below))
      return
    }
    switch side {
    case .above: self.init(above: try margin(rest))
    case .below: self.init(below: try margin(rest))
    case .both:
      let both = try margin(rest)
      self.init(above: both, below: both)
    }
  }

  /// What stands before and behind the last space that a minus sign follows; `nil` without one.
  private static func parts(of text: Substring) -> (above: Substring, below: Substring)? {
    for gap in text.indices.reversed() where text[gap].isUnitSpace {
      var below = text[text.index(after: gap)...]
      if Side(taking: &below) == .below { return (text[..<gap], below) }
    }
    return nil
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
  /// Parses `margin`, a part of `text`.
  fileprivate init(
    _ margin: String, in text: String, for metric: SessionMetric,
    behind name: String
  ) throws(GrammarError) {
    let example = "write +5% or +\(metric.kind == .share ? "0.01" : metric.kind.boundExample)"
    func refusal(_ problem: String) -> GrammarError {
      GrammarError(text: text, problem: problem, hint: example)
    }
    guard !margin.isEmpty else { throw refusal("missing tolerance") }
    if margin == "0" {
      self = .none
      return
    }
    guard margin.last == "%" else {
      do throws(GrammarError) {
        guard let units = try metric.bound(parsing: margin, behind: name).units, units >= 0 else {
          throw refusal("this is not a tolerance")
        }
        self = .units(units)
        return
      } catch {
        throw GrammarError(text: text, problem: error.problem, hint: error.hint ?? example)
      }
    }
    var number = margin.dropLast()
    if number.last?.isUnitSpace == true { number.removeLast() }
    guard let written = WrittenDecimal(number) else {
      throw refusal("“\(margin)” is not a percentage")
    }
    guard let millionths = written.times(10_000, atMost: 10_000_000) else {
      throw refusal("the largest percentage is 1000 %")
    }
    guard written.fraction.dropFirst(4).allSatisfy({ $0 == 0 }) else {
      throw refusal("the resolution is 0.0001 %")
    }
    self = .share(Ratio(millionths: millionths))
  }
}
