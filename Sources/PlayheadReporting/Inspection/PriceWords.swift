import PlayheadAnalysis
import PlayheadModel

/// What a finding costs on the reference link, in words.
struct PriceWords {
  /// The waits with the fault less those without it, each with what it is a wait for.
  private let parts: [(WallTime, String)]
  private let durations: TextStyle.Durations

  init(_ cost: InspectionCost, durations: TextStyle.Durations) {
    parts = [(cost.startup, "startup"), (cost.stalled, "stalls"), (cost.seek, "a seek")]
    self.durations = durations
  }

  private func text(_ time: WallTime) -> String { durations.text(time, places: 3) }

  /// A clause without its subject: "costs 0.100 s of startup on the reference link".
  var text: String {
    let total = parts.reduce(WallTime.zero) { $0 + $1.0 }
    guard total > .zero else { return "costs no time on the reference link" }
    let parts = parts.filter { $0.0 != .zero }
    guard parts.count > 1 else {
      return "costs \(text(total)) of \(parts[0].1) on the reference link"
    }
    let sum = parts.map { time, what in
      (time > .zero ? "\(text(time)) more of " : "\(text(.zero - time)) less of ") + what
    }
    return "costs \(text(total)) on the reference link: \(sum.joined(separator: ", "))"
  }
}
