import PlayheadAnalysis
import PlayheadModel
import PlayheadReporting

extension CaseResult {
  /// When and where `stall` began, how long it lasted, and what would prevent it, if that is known.
  func sentence(of stall: Stall) -> String {
    guard let cause = causes?.ownCause(ofStall: stall.number) else { return stall.sentence }
    return "\(stall.sentence): \(CauseText().text(cause, of: .stall))"
  }

  /// Why the startup and long seeks take what they take, a line each, as far as `results` are about
  /// them, and whether the search for causes was cut short.
  func causeLines(of results: [ExpectationResult]) -> [String] {
    guard let causes else { return [] }
    let failed = results.filter { $0.verdict == .failed || $0.verdict == .warned }
    func concerns(_ isConcerned: (SessionMetric) -> Bool) -> Bool {
      failed.contains {
        if case .metric(let metric, _, _) = $0.expectation.condition.ofOneSession {
          isConcerned(metric)
        } else {
          false
        }
      }
    }
    var lines: [String] = []
    if let startup = causes.startup,
      concerns({ $0 == .startupSeconds }) || standstill?.kind == .startup
    {
      lines.append("startup: \(CauseText().text(startup, of: .startup))")
    }
    if concerns(\.isOfSeeks) || standstill?.kind == .seek {
      lines += causes.seeks.sorted { $0.key < $1.key }.map {
        "seek \($0.key): \(CauseText().text($0.value, of: .seek))"
      }
    }
    if let shortage = causes.linkShortage {
      return ["causes: \(CauseText().text(shortage))"] + lines
    }
    return lines + (causes.isCutShort ? ["causes: \(CauseText.cutShort)"] : [])
  }
}
