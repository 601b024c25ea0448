import PlayheadAnalysis
import PlayheadLadder
import PlayheadModel

/// Where a session parts from the reference, and why, in words.
struct PartingText {
  private let comparison: SessionComparison
  private let name: String
  private let hasReports: Bool
  private let areLadders: Bool
  private let media: [MediaIdentity]
  private let players: [PlayerFacts]
  private let durations: TextStyle.Durations

  /// More values of a policy than this are counted rather than listed, unless it is only one more.
  private static let maximumValues = 4

  init(
    _ comparison: SessionComparison, name: String, report: SideBySideReport,
    durations: TextStyle.Durations
  ) {
    self.comparison = comparison
    self.name = name
    self.durations = durations
    let other = zip(report.namedComparisons, report.runs.dropFirst())
      .first { $0.0.name == name }?.1
    let runs = [report.runs[0], other].compactMap(\.self)
    media = runs.map(\.session.media)
    players = runs.map { PlayerFacts(policy: $0.session.policy, durations: durations) }
    hasReports = runs.contains {
      if case .reported = $0.origin { true } else { false }
    }
    areLadders = runs.allSatisfy { $0.session.adaptation != nil }
  }

  /// A paragraph each: where, why, and from when on a viewer notices; none if they never part.
  var lines: [String] {
    guard let parting = comparison.parting else { return [] }
    let noticed = comparison.noticedParting.flatMap { noticed in
      noticed.reference == parting.reference && noticed.other == parting.other
        ? nil : "A viewer notices at \(exact(noticed.wallTime)): \(words(for: noticed))."
    }
    let isUnnoticed = comparison.noticedParting == nil
    return [
      "parts from A at \(exact(parting.wallTime)): \(words(for: parting)).",
      "Why: \(reasons.joined(separator: "; ")).",
      isUnnoticed ? "A viewer notices nothing." : noticed,
    ].compactMap(\.self)
  }

  private func exact<Clock>(_ time: Time<Clock>) -> String { durations.text(time) }

  /// What happens in both, with the time of the one that comes later.
  private func words(for parting: Parting) -> String {
    func side(_ name: String, _ event: Event?) -> String {
      guard let event else { return "\(name): nothing more" }
      let time = event.wallTime == parting.wallTime ? "" : " at \(exact(event.wallTime))"
      return "\(name): \(event.kind.words(durations))\(time)"
    }
    return "\(side("A", parting.reference)); \(side(name, parting.other))"
  }

  /// What differs there, a clause each.
  var reasons: [String] {
    guard comparison.reasons.isEmpty else { return comparison.reasons.map(words) }
    return [
      "all that is known of media, network, player and actions is the same"
        + (hasReports ? "; another version of Playhead may have written a report" : "")
    ]
  }

  private func words(for reason: PartingReason) -> String {
    switch reason {
    case .media(let difference): words(for: difference)
    case .link(let difference): words(for: difference)
    case .transport(let reference, let other):
      "\(reference.fact) in A, \(other.fact) in \(name)"
    case .policy(let difference): words(for: difference)
    case .rule(let reference, let other):
      "levels are chosen by \(reference?.text ?? "a rule without a name") in A, "
        + "\(other?.text ?? "a rule without a name") in \(name)"
    case .loading(let reference, let other):
      listed(LoadingDifference.values(from: reference, to: other).map { $0.words(name) })
    case .action(let reference, let other):
      "the user's actions: \(action(reference)) in A, \(action(other)) in \(name)"
    case .loops(let reference, let other):
      "the media plays \(SummaryText.times(reference)) in A, \(SummaryText.times(other)) in \(name)"
    case .limit(let reference, let other):
      "the limit is \(exact(reference)) in A, \(exact(other)) in \(name)"
    }
  }

  private func action(_ action: UserAction?) -> String {
    action?.text(durations) ?? "nothing more"
  }

  private func words(for difference: MediaDifference) -> String {
    let opening = difference.opening.map { opening in
      let texts = [opening.reference, opening.other].map {
        "\(groupedText($0.bytes)) bytes in \(counted($0.requests, "request"))"
      }
      return "opening the file reads \(texts[0]) in A, \(texts[1]) in \(name)"
    }
    let sample = difference.sample.map { sample in
      let texts = [sample.reference, sample.other].map {
        $0.map { "after \(groupedText($0)) bytes of media data" } ?? "never"
      }
      return "the \(sample.kind.words) at \(exact(sample.mediaTime)) is loaded \(texts[0]) in A, "
        + "\(texts[1]) in \(name)"
    }
    let known = [opening, sample].compactMap(\.self)
    if !known.isEmpty { return known.joined(separator: "; ") }
    let sizes = media.map { "\(groupedText($0.bytes)) bytes" }
    if areLadders {
      return sizes[0] == sizes[1]
        ? "the ladders differ, with segments of the same size in all"
        : "the ladder has \(sizes[0]) in all levels in A, \(sizes[1]) in \(name)"
    }
    return sizes[0] == sizes[1]
      ? "the media differs, in files of the same size"
      : "the media has \(sizes[0]) in A, \(sizes[1]) in \(name)"
  }

  private func words(for difference: LinkDifference) -> String {
    let (old, new) = (difference.reference, difference.other)
    let parts: [String?] = [
      old.rate == new.rate
        ? nil : "the link carries \(old.rate.text) in A, \(new.rate.text) in \(name)",
      old.latency == new.latency
        ? nil
        : "the latency is \(durations.shortText(old.latency)) in A, "
          + "\(durations.shortText(new.latency)) in \(name)",
      old.path == new.path
        ? nil : "the path is \(old.path.words) in A, \(new.path.words) in \(name)",
    ]
    let since = difference.wallTime > .zero ? " from \(exact(difference.wallTime)) on" : ""
    return parts.compactMap(\.self).joined(separator: ", ") + since
  }

  private func words(for difference: PolicyDifference) -> String {
    listed(
      difference.values.map { value in
        let facts = players.map { $0.fact(value.field) }
        switch (facts.first ?? nil, facts.last ?? nil) {
        case (let reference?, let other?) where reference != other:
          return "A: \(reference), \(name): \(other)"
        case (let reference?, nil): return "only A: \(reference)"
        case (nil, let other?): return "only \(name): \(other)"
        default:
          return "\(value.field.key) is \(value.reference ?? "not set") in A, "
            + "\(value.other ?? "not set") in \(name)"
        }
      })
  }

  /// The first of the values of a player that differ, and how many more do.
  private func listed(_ texts: [String]) -> String {
    let shown = texts.count > Self.maximumValues + 1 ? Self.maximumValues : texts.count
    let rest = texts.count - shown
    let all = texts.prefix(shown) + (rest > 0 ? ["\(rest) more values of the player differ"] : [])
    return all.joined(separator: "; ")
  }
}
