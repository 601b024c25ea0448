package import PlayheadAnalysis
package import PlayheadLadder
package import PlayheadModel

/// What an overview of a ladder plays, and by which player.
package struct LadderOverviewSetting: Sendable {
  /// The ladder.
  package var media: LadderDescription
  /// The session over any of the networks; all but its link holds for each of them.
  package var scenario: LadderScenario
  /// The name of the rule of adaptation.
  package var rule: String
  /// The program and the libraries that play it; `nil` if nobody said.
  package var generator: Generator?

  /// An overview of sessions like `scenario`, which plays `media` by the rule called `rule`.
  package init(media: LadderDescription, _ scenario: LadderScenario, rule: String) {
    self.media = media
    self.scenario = scenario
    self.rule = rule
  }
}

/// Everything that a report on how a ladder plays over many networks is made from.
package struct LadderOverviewReport: PlayedOverview {
  /// What was played, and by which player.
  package let setting: LadderOverviewSetting
  /// How it went.
  package let overview: Overview
  /// The sessions over its networks, with their rows, for pictures; empty if nobody asked.
  package var sessions: [Session] = []

  /// A report on `overview`, which was played in `setting`.
  package init(_ setting: LadderOverviewSetting, _ overview: Overview) {
    self.setting = setting
    self.overview = overview
  }

  /// What is missing of the ladder.
  package var damage: MediaDamage { setting.media.ladder.damage }

  /// The declared bit rates of the lowest and the highest level.
  package var ownRate: (name: String, text: String)? {
    let rates = setting.media.ladder.lanes[0].levels.map(\.bitRate)
    guard let lowest = rates.first, let highest = rates.last, highest > .zero else { return nil }
    return (
      "levels",
      lowest == highest
        ? "\(lowest.text) declared" : "\(lowest.text) to \(highest.text) declared"
    )
  }

  /// The ladder, the networks, the player with its rule, and what the user did.
  package func rows(_ writer: MarkdownFacts) -> [String] {
    writer.rows(setting.media) + [
      writer.row(overview, by: setting.scenario.transport),
      writer.row(setting.scenario, rule: setting.rule),
    ] + writer.rows(RunSettings(setting.scenario))
  }
}
