package import PlayheadAnalysis
package import PlayheadFiles
package import PlayheadLadder
package import PlayheadModel

/// Everything that a report on the requirements of a ladder is made from.
package struct LadderRequirementsReport: Sendable {
  /// What is played.
  package var media: LadderDescription
  /// The player.
  package var player: LadderPlayer
  /// The rule of adaptation as it is written.
  package var rule: String
  /// The startup delay that minimum rates are wanted for, in wall time.
  package var startup: WallTime
  /// The latency with which they are found, in wall time.
  package var latency: WallTime
  /// The network that minimum startup delays are wanted for; `nil` for none.
  package var link: NetworkLink?
  /// That network as it was asked for; `nil` for none.
  package var network: GivenNetwork?
  /// How that network's rate reaches a request.
  package var transport: Transport
  /// The bounds of each level; of one only if the rule stays at it.
  package var levels: [LevelRequirements]
  /// The minimum rate of the player with its rule, found by search; `nil` where the rule stays at
  /// one level, whose bound it is.
  package var search: MinimumRate?

  /// A report on `media`, as `player` plays it by `rule`.
  package init(
    _ media: LadderDescription, player: LadderPlayer, rule: String, startup: WallTime,
    latency: WallTime, link: NetworkLink?, network: GivenNetwork?, transport: Transport,
    levels: [LevelRequirements], search: MinimumRate?
  ) {
    self.media = media
    self.player = player
    self.rule = rule
    self.startup = startup
    self.latency = latency
    self.link = link
    self.network = network
    self.transport = transport
    self.levels = levels
    self.search = search
  }
}

/// The formats of the requirements of a ladder.
package enum LadderRequirementsFormat: String, CaseIterable, Exporter {
  /// For people.
  case text
  /// For programs.
  case json
  /// A record for each level, for spreadsheets.
  case csv

  /// The document.
  package func rest(of report: LadderRequirementsReport, style: TextStyle) -> ExportedText {
    switch self {
    case .text: ExportedText(LadderRequirementsText(report: report, style: style).text)
    case .json: ExportedText(LadderRequirementsJSON.bytes(report))
    case .csv: ExportedText(LadderRequirementsCSV.bytes(report))
    }
  }
}
