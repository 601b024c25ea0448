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
    let rows = report.runs.map { Self.rows(of: $0, durations) }
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

  private static func rows(
    of run: SideBySideReport.Run, _ durations: TextStyle.Durations
  ) -> [Row] {
    let session = run.session
    let report: [String] =
      if case .reported(_, let path) = run.origin { ["report \(path.printable)"] } else { [] }
    let rate: BitRate? =
      if case .played(let setting) = run.origin { setting.media.averageRate } else { nil }
    let media = [
      session.media.path.printable, durations.text(session.duration, places: 2),
      byteText(session.media.bytes), rate.map { "\($0.rounded.text) on average" },
    ]
    let asked: String? =
      if case .played(let setting) = run.origin { setting.network.text } else { nil }
    let network = NetworkFacts(
      profile: session.link.profile, asked: asked, durations: durations
    ).facts
    let player = PlayerFacts(policy: session.policy, durations: durations).facts
    return [
      Row(label: "report", facts: report), Row(label: "media", facts: media.compactMap(\.self)),
      Row(label: "network", facts: network + [session.transport.fact]),
      Row(label: "player", facts: player.compactMap(\.self)),
      Row(label: "session", facts: RunFacts(settings: run.settings, durations: durations).facts),
    ]
  }
}
