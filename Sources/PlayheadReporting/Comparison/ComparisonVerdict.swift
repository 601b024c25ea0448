import PlayheadAnalysis
import PlayheadModel

/// What a viewer notices of a session beside the one it is compared with, A, in words behind its
/// name.
struct ComparisonVerdict {
  private let comparison: SessionComparison
  private let durations: TextStyle.Durations

  init(_ comparison: SessionComparison, _ durations: TextStyle.Durations) {
    self.comparison = comparison
    self.durations = durations
  }

  /// `starts 0.09 s later and does not stall; A stalls once for 0.92 s`.
  var text: String {
    if comparison.isSame { return "is the same as A in every metric and event" }
    if comparison.changes.isEmpty {
      return "is the same as A in every metric; its events differ"
    }
    let parts = [
      startup, stalls, freezes, silence, seeks, damage, quality, end ?? played,
    ].compactMap(\.self)
    guard !parts.isEmpty else {
      let isSeen = comparison.changes.contains {
        $0.metric.noticed != nil && $0.verdict != .tolerated
      }
      return isSeen
        ? "is \(counts), compared with A" : "is the same as A for a viewer: \(counts)"
    }
    let others = parts.compactMap(\.other)
    return parts.map(\.own).wordList(or: false)
      + (others.isEmpty ? "" : "; A \(others.wordList(or: false))")
  }

  /// How many metrics differ, by verdict.
  private var counts: String {
    func count(_ verdict: MetricChange.Verdict) -> Int {
      comparison.changes.count { $0.verdict == verdict }
    }
    let parts = [
      (count(.worse), "worse"), (count(.better), "better"), (count(.changed), "different"),
      (count(.tolerated), "within tolerance"),
    ].filter { $0.0 > 0 }.map { "\($0.1) in \($0.0)" }
    let first = "\(parts[0]) \(parts[0].hasSuffix(" in 1") ? "metric" : "metrics")"
    return ([first] + parts.dropFirst()).wordList(or: false)
  }

  /// What is said of the session, and what of A.
  private typealias Part = (own: String, other: String?)

  /// The change of `metric`; `nil` if there is none beyond its tolerance.
  private func change(_ metric: SessionMetric) -> MetricChange? {
    comparison.changes.first { $0.metric == metric && $0.verdict != .tolerated }
  }

  private var startup: Part? {
    guard let change = change(.startupSeconds) else { return nil }
    switch (change.reference, change.found) {
    case (.wallTime(let old)?, .wallTime(let new)?):
      let length = short(max(old, new) - min(old, new))
      return ("starts \(length) \(new > old ? "later" : "earlier")", nil)
    case (_, .wallTime(let new)?): return ("starts after \(short(new))", "never starts")
    default: return ("never starts", nil)
    }
  }

  private var stalls: Part? {
    if let count = change(.stallCount) {
      let seconds = comparison.changes.first { $0.metric == .stallSeconds }
      return (
        stalls(count.found, seconds?.found),
        stalls(count.reference, seconds?.reference)
      )
    }
    guard let change = change(.stallSeconds) else { return nil }
    return (
      "stalls as often for \(length(change.found)) in all", "stalls for \(length(change.reference))"
    )
  }

  private func stalls(_ count: MetricValue?, _ length: MetricValue?) -> String {
    guard case .count(let number)? = count, number > 0 else { return "does not stall" }
    return "stalls \(SummaryText.times(Int(number))) for \(self.length(length))"
      + (number > 1 ? " in all" : "")
      + (length?.isLowerBound ?? false ? " until the session is cut" : "")
  }

  private var freezes: Part? {
    guard let change = change(.frozenSeconds) else { return nil }
    func words(_ value: MetricValue?) -> String {
      value == .wallTime(.zero)
        ? "shows no frozen picture" : "freezes the picture for \(length(value))"
    }
    return (words(change.found), words(change.reference))
  }

  private var silence: Part? {
    guard let change = change(.silentSeconds) else { return nil }
    func words(_ value: MetricValue?) -> String {
      value == .wallTime(.zero) ? "misses no sound" : "misses sound for \(length(value))"
    }
    return (words(change.found), words(change.reference))
  }

  private var seeks: Part? {
    guard let change = change(.meanSeekLatencySeconds) ?? change(.longestSeekLatencySeconds)
    else { return nil }
    let kind = change.metric == .meanSeekLatencySeconds ? "on average" : "at most"
    func words(_ value: MetricValue?) -> String {
      value == nil
        ? "finishes no seek" : "loads targets of seeks after \(length(value)) \(kind)"
    }
    return (words(change.found), words(change.reference))
  }

  private var damage: Part? {
    guard let change = change(.missingSeconds) ?? change(.undecodableSeconds) else { return nil }
    let (verb, object) =
      change.metric == .missingSeconds ? ("lacks", "media") : ("cannot decode", "media")
    func words(_ value: MetricValue?) -> String {
      switch value {
      case .mediaTime(.zero)?: "\(verb) no \(object)"
      case .mediaTime(let time)?:
        "\(verb) \(durations.text(time, places: 2)) of its \(object)"
      default: "is not decoded"
      }
    }
    return (words(change.found), words(change.reference))
  }

  /// How much less or more of the media is played, where both end alike.
  private var played: Part? {
    guard let change = change(.playedSeconds), case .wallTime(let new)? = change.found,
      case .wallTime(let old)? = change.reference
    else { return nil }
    return ("plays for \(short(new)) instead of \(short(old))", nil)
  }

  private var quality: Part? {
    guard let change = change(.meanPlayedBitRateBitsPerSecond),
      case .rate(let new)? = change.found, case .rate(let old)? = change.reference
    else { return nil }
    return ("plays \(new.rounded.text) on average instead of \(old.rounded.text)", nil)
  }

  private var end: Part? {
    guard let change = change(.endReason) else { return nil }
    let ended = MetricValue.word(Session.EndReason.ended.rawValue)
    func words(_ value: MetricValue?) -> String {
      value == ended ? "plays to its end" : "does not play to its end"
    }
    let (own, other) = (words(change.found), words(change.reference))
    return own == other ? nil : (own, other)
  }

  private func length(_ value: MetricValue?) -> String {
    switch value {
    case .wallTime(let time)?: short(time)
    case .atLeast(.wallTime(let time))?: "at least \(short(time))"
    default: "no known time"
    }
  }

  /// A length of time, to a hundredth of a second, unless that hides it.
  private func short(_ time: WallTime) -> String {
    guard time > .zero, time < .milliseconds(10) else { return durations.text(time, places: 2) }
    return time < .milliseconds(1)
      ? "less than \(durations.text(WallTime.milliseconds(1), places: 3))"
      : durations.text(time, places: 3)
  }
}
