import PlayheadAnalysis
import PlayheadModel

extension SessionMetric {
  /// The metric called `name`, if baselines record it.
  init(recordedAs name: String) throws(GrammarError) {
    self = try SessionMetric(named: name)
    guard case .shareAtLevel(let level) = self else { return }
    throw GrammarError(
      text: name, problem: "baselines record the time at a level, not its share",
      hint: "write timeAtLevel(\(level))")
  }
}
