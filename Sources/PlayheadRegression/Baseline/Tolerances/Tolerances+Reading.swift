import PlayheadAnalysis
import PlayheadFiles
import PlayheadModel

extension YAMLReader {
  /// Parses tolerances by metric name: `{startup: +5%, stallCount: 1}`.
  func tolerances() -> Tolerances? {
    guard let entries = entries() else { return nil }
    var tolerances = Tolerances()
    var isWhole = true
    for entry in entries {
      let reader = value(of: entry)
      do throws(GrammarError) {
        let metric = try SessionMetric(recordedAs: entry.key)
        let tolerance = reader.parsed("a tolerance") { text throws(GrammarError) in
          try Tolerance(parsing: text, for: metric, behind: entry.key)
        }
        guard let tolerance else {
          isWhole = false
          continue
        }
        tolerances[metric] = tolerance
      } catch {
        problems.add(
          YAMLProblem(
            entry.keyMark, "“\(entry.key.excerpt)”: \(error.problem)", hint: error.hint))
        isWhole = false
      }
    }
    return isWhole ? tolerances : nil
  }
}
