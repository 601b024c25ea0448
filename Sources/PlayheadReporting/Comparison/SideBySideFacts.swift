import PlayheadAnalysis
import PlayheadModel

/// What the sessions of a comparison have in common, and what each of them has for itself.
struct SideBySideFacts {
  /// Facts of one kind.
  struct Row: Hashable {
    /// The kind.
    var label: String
    /// The facts, the first of them a name.
    var facts: [String]
  }

  /// What all sessions have.
  let common: [Row]
  /// What each session has for itself.
  let own: [[Row]]

  init(_ report: SideBySideReport, _ durations: TextStyle.Durations) {
    let players = Self.players(report, durations)
    let rows = zip(report.runs, players).map { Self.rows(of: $0, player: $1, durations) }
    // Every session has the same kinds, if with nothing to say of one.
    var isCommon = rows[0].indices.map { kind in
      rows.allSatisfy { $0[kind].facts == rows[0][kind].facts }
    }
    // Sessions that differ in nothing are known by their media.
    if isCommon.allSatisfy(\.self) { isCommon[Self.media] = false }
    common = rows[0].indices.filter { isCommon[$0] && !rows[0][$0].facts.isEmpty }.map {
      rows[0][$0]
    }
    own = rows.map { rows in
      rows.indices.filter { !isCommon[$0] }.map { kind in
        var row = rows[kind]
        if row.facts.isEmpty { row.facts = [Self.nothing[row.label] ?? "none"] }
        return row
      }
    }
  }

  /// The place of the media among the kinds.
  private static let media = 1
  /// What to say of a kind where a session has nothing to say of it and another one does.
  private static let nothing = ["report": "played now", "session": "no actions"]

  /// The name of each session's player, and what else it decides by where that differs: if it is
  /// asked for, or if names do not tell the players apart.
  private static func players(
    _ report: SideBySideReport, _ durations: TextStyle.Durations
  ) -> [[String]] {
    let players = report.runs.map { run in
      let session = run.session
      return session.adaptation.map {
        LadderPlayerFacts(
          name: session.policy.name, loading: $0.loading, durations: durations
        ).facts
      } ?? PlayerFacts(policy: session.policy, durations: durations).facts.compactMap(\.self)
    }
    let isTold = Set(players.map { $0[0] }).count == Set(report.runs.map(\.session.policy)).count
    guard report.listsParameters || !isTold else { return players.map { [$0[0]] } }
    return players.map { facts in
      [facts[0]]
        + facts.dropFirst().filter { fact in !players.allSatisfy { $0.contains(fact) } }
    }
  }

  private static func rows(
    of run: SideBySideReport.Run, player: [String], _ durations: TextStyle.Durations
  ) -> [Row] {
    let session = run.session
    let report: [String] =
      if case .reported(_, let path) = run.origin { ["report \(path.printable)"] } else { [] }
    let rate: BitRate? =
      if case .played(_, let rate, _) = run.origin { rate } else { nil }
    let media = [
      session.media.path.printable, durations.text(session.duration, places: 2),
      byteText(session.media.bytes), rate.map { "\($0.rounded.text) on average" },
    ]
    let asked: String? =
      if case .played(let asked, _, _) = run.origin { asked } else { nil }
    let network = NetworkFacts(
      profile: session.link.profile, asked: asked, durations: durations
    ).facts
    let rule = session.adaptation.map { ["rule \($0.rule?.text ?? "without a name")"] } ?? []
    return [
      Row(label: "report", facts: report), Row(label: "media", facts: media.compactMap(\.self)),
      Row(label: "network", facts: network + [session.transport.fact]),
      Row(label: "player", facts: player + rule),
      Row(label: "session", facts: RunFacts(settings: run.settings, durations: durations).facts),
    ]
  }
}
