package import PlayheadAnalysis
package import PlayheadModel

extension Tolerances {
  /// Parses `METRIC=TOLERANCE` as on the command line: `startup=+5%`, `stallCount=±1`.
  ///
  /// - Throws: ``GrammarError`` if `text` is malformed, or repeats a metric.
  package mutating func add(parsing text: String) throws(GrammarError) {
    guard let sign = text.firstIndex(of: "=") else {
      throw GrammarError(
        text: text, problem: "the tolerance is missing",
        hint: "write startup=+5%")
    }
    let metric = try SessionMetric(recordedAs: String(text[..<sign]))
    guard !has(metric) else {
      throw GrammarError(
        text: text, problem: "\(metric.plainName) has a tolerance already", hint: "keep one of them"
      )
    }
    self[metric] = try Tolerance(
      parsing: text[text.index(after: sign)...], for: metric, behind: String(text[..<sign]))
  }
}
