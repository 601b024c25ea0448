package import PlayheadModel

extension SessionMetric {
  /// `value` exactly, in the form of an expectation: `2.5s`, `1:02.5`, `2%`, `10MB`, `1.5Mbit/s`;
  /// a lower bound as `at least 2.5s`.
  public func text(of value: MetricValue) -> String {
    switch value {
    case .wallTime(let time): time.boundText
    case .mediaTime(let time): time.boundText
    case .ratio(let ratio) where kind == .share: ratio.percentText.filter { $0 != " " }
    case .bytes(let bytes): exactByteText(bytes).filter { $0 != " " }
    case .rate(let rate): rate.text.filter { $0 != " " }
    case .atLeast(let value): "at least \(text(of: value))"
    case .ratio, .count, .word, .flag: value.plainText
    }
  }
}

extension Time {
  /// The time, exact, in the form of an expectation: `2.5s`, and from a minute on `1:02.5`.
  package var boundText: String {
    let text = clockText
    return text.contains(":") ? text : "\(text)s"
  }
}
