import PlayheadAnalysis
import PlayheadModel

extension TextStyle.Durations {
  /// A length of waits, to a millisecond; what had elapsed if one was open.
  func exact(_ length: StallLength) -> String {
    (length.isOpen ? "at least " : "") + text(length.elapsed, places: 3)
  }

  /// The value of `metric` for a person, with its unit: times to a millisecond, shares to a
  /// hundredth of a percent, scores to a thousandth.
  func figure(_ value: MetricValue, of metric: SessionMetric) -> String {
    switch value {
    case .wallTime(let time): text(time, places: 3)
    case .mediaTime(let time): text(time, places: 3)
    case .atLeast(let value): "at least \(figure(value, of: metric))"
    case .count(let count): String(count)
    case .ratio(let ratio):
      switch metric.kind {
      case .share: ratio.percentText(places: 2)
      case .score: ratio.text(places: 3)
      default: ratio.text(places: 2)
      }
    case .bytes(let bytes): byteText(bytes)
    case .rate(let rate): rate.rounded.text
    case .word(let word): word
    case .flag(let flag): flag ? "yes" : "no"
    }
  }
}

extension MetricValue {
  /// The values of metrics that say that there was nothing to count.
  private static let nothing: [MetricValue?] = [
    nil, .count(0), .wallTime(.zero), .mediaTime(.zero), .bytes(0), .flag(false),
  ]

  fileprivate static func isNothing(_ value: MetricValue?) -> Bool { nothing.contains(value) }
}

extension SessionMetric {
  /// The label of the metric in a table; a ratio's says what it is a share of.
  var label: String { row.label }
  /// The label where there is little room.
  var shortLabel: String { row.shortLabel }

  /// Whether `value` is worth a row: not of frozen pictures, missing sound, seeks, pauses, dropped
  /// requests and damage if there were none.
  func isNews(_ value: MetricValue?) -> Bool {
    switch row.rests {
    case .atNothing: !MetricValue.isNothing(value)
    case .atNil: value != nil
    case nil: true
    }
  }
}
