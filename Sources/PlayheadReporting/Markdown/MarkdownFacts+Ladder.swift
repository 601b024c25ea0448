import PlayheadLadder
import PlayheadModel

extension MarkdownFacts {
  /// What is played: a file and what is unusual about it, or a ladder and each of its lanes.
  func media(_ subject: SessionSubject) -> [String] {
    switch subject {
    case .file(let media, _): [row(media)] + restarts(media)
    case .ladder(let ladder): rows(ladder.media)
    }
  }

  /// By which player and, of a ladder, by which rule.
  func player(_ subject: SessionSubject) -> String {
    switch subject {
    case .file(_, let scenario): row(scenario.policy)
    case .ladder(let ladder): row(ladder.scenario, rule: ladder.rule)
    }
  }

  /// The ladder, and each of its lanes.
  private func rows(_ media: LadderDescription) -> [String] {
    [
      row(
        "media",
        [
          MarkdownText.code(media.name), media.ladder.format.words,
          durations.text(media.ladder.duration, places: 2),
        ])
    ]
      + media.ladder.lanes.map { lane in
        row("\(lane.kind.rawValue) levels", lane.levels.enumerated().map(words))
      }
  }

  private func words(_ number: Int, _ level: Level) -> String {
    let rate = level.bitRate > .zero ? " \(level.bitRate.text)" : ""
    return MarkdownText.plain("\(LevelBar.sign(of: number)):\(rate) \(level.name)")
  }

  /// How far from the best possible a session was; nothing if nobody asked.
  func optimum(_ report: AdaptationReport) -> [String] {
    let style = TextStyle(
      width: .max, usesUnicode: true, usesColor: false, durations: durations)
    let text = AdaptationText(report: report, style: style).optimumText
    return text.map { [row("optimum", [MarkdownText.plain($0)])] } ?? []
  }

  /// The player of `scenario`, and the rule by which it adapts.
  private func row(_ scenario: LadderScenario, rule: String) -> String {
    let facts = LadderPlayerFacts(player: scenario.player, durations: durations).facts
    return row(
      "player",
      [MarkdownText.code(facts[0])] + facts.dropFirst().map(MarkdownText.plain)
        + ["rule \(MarkdownText.code(rule))"])
  }
}
