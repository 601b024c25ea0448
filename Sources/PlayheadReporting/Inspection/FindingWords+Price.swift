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
    switch finding.rule {
    case .missingDuration:
      return "nobody waits longer; viewers lack the length, and seeks a position, until all is "
        + "loaded"
    case .timestampsJump, .framesOutOfOrder, .misstatedTimes:
      return "what it costs depends on what a player makes of it"
    case .highFrameRate:
      return "nobody waits longer; decoders that are too slow leave frames out"
    case .truncated: return "the container does not state how much is missing"
    case _ where finding.isEndless: return "on the reference link it does not play to its end"
    default: return "the mended file cannot be predicted"
    }
  }
}
