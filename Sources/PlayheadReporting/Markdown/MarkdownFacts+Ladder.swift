import PlayheadLadder
import PlayheadModel

extension MarkdownFacts {
  /// The ladder, and each of its lanes.
  func rows(_ media: LadderDescription) -> [String] {
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
  func optimum(_ report: LadderReport) -> [String] {
    let style = TextStyle(
      width: .max, usesUnicode: true, usesColor: false, durations: durations)
    let text = LadderSummaryText(report: report, style: style).optimumText
    return text.map { [row("optimum", [MarkdownText.plain($0)])] } ?? []
  }

  /// The player of `scenario`, and the rule by which it adapts.
  func row(_ scenario: LadderScenario, rule: String) -> String {
    let facts = LadderPlayerFacts(player: scenario.player, durations: durations).facts
    return row(
      "player",
      [MarkdownText.code(facts[0])] + facts.dropFirst().map(MarkdownText.plain)
        + ["rule \(MarkdownText.code(rule))"])
  }
}
