import PlayheadAnalysis
import PlayheadModel
import PlayheadReporting

extension CaseResult {
  /// How playback stands still at the end, a line each, and how to accept it where the case fails
  /// by it; none if it does not, or if failed expectations say that it never started.
  var standstillLines: [String] {
    guard let standstill, case .ran(let session) = outcome else { return [] }
    if standstill.kind == .startup,
      session.results.contains(where: { $0.verdict == .failed && $0.actual == .neverStarted })
    {
      return []
    }
    guard isStandstillRefused else { return ["\(standstill.sentence), as expected"] }
    return [
      standstill.sentence,
      "accept with the expectation “endReason == \(standstill.endReason.rawValue)”",
    ]
  }
}

extension Standstill {
  /// What playback waits for, since when and where, without a full stop.
  var sentence: String {
    let place =
      [start.map { "at \($0.text(places: 3))" }, mediaTime.map { "media \($0.text(places: 3))" }]
      .compactMap(\.self).joined(separator: ", ")
    let stop = "playback stops" + (place.isEmpty ? "" : " \(place)")
    return switch kind {
    case .startup: "playback never starts"
    case .stall: "\(stop): stall still open at the end"
    case .seek: "\(stop): does not resume" + (mediaTime == nil ? "" : " after the seek")
    case .error: "\(stop): the player ends with an error"
    }
  }
}

extension CaseResult {
  /// That the picture froze or sound was missing while the rest played on, a line each; none if
  /// neither was, or if an expectation is about it.
  var freezeLines: [String] {
    guard case .ran(let session) = outcome else { return [] }
    let summary = session.summary
    let expected = checkCase.expectations.compactMap { expectation in
      if case .metric(let metric, _, _) = expectation.condition.ofOneSession { metric } else { nil }
    }
    func line(
      _ words: String, _ metrics: [SessionMetric], _ count: Int, _ time: WallTime, _ rest: String
    ) -> String? {
      guard count > 0, !expected.contains(where: metrics.contains) else { return nil }
      return "\(words) \(counted(count, "time")) for \(time.text(places: 3)) in all, while \(rest)"
    }
    return [
      line(
        "picture frozen", [.frozenCount, .frozenSeconds], summary.frozenCount, summary.frozen,
        "sound plays"),
      line(
        "sound missing", [.silentCount, .silentSeconds], summary.silentCount, summary.silent,
        "video plays"),
    ].compactMap(\.self)
  }
}
