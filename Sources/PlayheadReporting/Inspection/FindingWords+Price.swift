import PlayheadAnalysis
import PlayheadModel

/// What a finding costs, in words.
extension FindingWords {
  /// What it costs, a clause without a subject.
  var price: String {
    if finding.rule == .notDecoded { return "changes nothing of what is predicted" }
    guard let cost = finding.cost else {
      return reasonWithoutPrice.map { "has no price: \($0)" } ?? ""
    }
    let missing =
      cost.missing > .zero
      ? "\(durations.text(cost.missing, places: 3)) of pictures or sound, on any link" : nil
    guard cost.waits > .zero else {
      return "costs " + (missing ?? "no time on the reference link")
    }
    let waits = PriceWords(
      parts: [(cost.startup, "startup"), (cost.stalled, "stalls"), (cost.seek, "a seek")],
      durations: durations)
    return waits.text + (missing.map { ", and \($0)" } ?? "")
  }

  /// Why it has no price, a clause; `nil` if it has one.
  var reasonWithoutPrice: String? {
    guard finding.cost == nil else { return nil }
    return finding.rule.withoutCost
      ?? (finding.isEndless
        ? "on the reference link it does not play to its end"
        : "the mended file cannot be predicted")
  }
}
