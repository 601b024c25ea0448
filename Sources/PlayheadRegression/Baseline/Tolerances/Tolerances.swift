public import PlayheadAnalysis
public import PlayheadModel

/// The tolerances of metrics; an unlisted metric is compared exactly.
public struct Tolerances: Hashable, Sendable {
  private var tolerances: [SessionMetric: Tolerance] = [:]

  /// Compares every metric exactly.
  public init() {}

  /// Whether every metric is compared exactly.
  public var isEmpty: Bool { tolerances.isEmpty }

  /// The tolerance of `metric`.
  public subscript(metric: SessionMetric) -> Tolerance {
    get { tolerances[metric] ?? .exact }
    set { tolerances[metric] = newValue }
  }

  /// A copy in which the tolerances of `others` take precedence.
  public func overridden(by others: Tolerances) -> Tolerances {
    var result = self
    result.tolerances.merge(others.tolerances) { $1 }
    return result
  }

  /// Parses `METRIC=TOLERANCE` as on the command line: `startup=+5%`, `stallCount=±1`.
  ///
  /// - Throws: ``GrammarError`` if `text` is malformed, or repeats a metric.
  public mutating func add(parsing text: String) throws(GrammarError) {
    guard let sign = text.firstIndex(of: "=") else {
      throw GrammarError(
        text: text, problem: "the tolerance is missing",
        hint: "write startup=+5%")
    }
    let metric = try SessionMetric(named: String(text[..<sign]))
    guard tolerances[metric] == nil else {
      throw GrammarError(
        text: text, problem: "\(metric.plainName) has a tolerance already", hint: "keep one of them"
      )
    }
    tolerances[metric] = try Tolerance(
      parsing: text[text.index(after: sign)...], for: metric, behind: String(text[..<sign]))
  }
}
