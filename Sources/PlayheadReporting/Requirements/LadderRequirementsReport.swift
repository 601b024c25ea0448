public import PlayheadAnalysis
public import PlayheadFiles
public import PlayheadLadder
public import PlayheadModel

/// Everything that a report on the requirements of a ladder is made from.
public struct LadderRequirementsReport: Sendable {
  /// What is played.
  public var media: LadderDescription
  /// The player.
  public var player: LadderPlayer
  /// The rule of adaptation as it is written.
  public var rule: String
  /// The startup delay that minimum rates are wanted for, in wall time.
  public var startup: WallTime
  /// The latency with which they are found, in wall time.
  public var latency: WallTime
  /// The network that minimum startup delays are wanted for; `nil` for none.
  public var link: NetworkLink?
  /// That network as it was asked for; `nil` for none.
  public var network: GivenNetwork?
  /// How that network's rate reaches a request.
  public var transport: Transport
  /// The bounds of each level; of one only if the rule stays at it.
  public var levels: [LevelRequirements]
  /// The minimum rate of the player with its rule, found by search; `nil` where the rule stays at
  /// one level, whose bound it is.
  public var search: MinimumRate?

  /// A report on `media`, as `player` plays it by `rule`.
  public init(
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
public enum LadderRequirementsFormat: String, CaseIterable, Exporter {
  /// For people.
  case text
  /// For programs.
  case json
  /// A record for each level, for spreadsheets.
  case csv

  /// The document.
  public func rest(of report: LadderRequirementsReport, style: TextStyle) -> ExportedText {
    switch self {
    case .text: ExportedText(LadderRequirementsText(report: report, style: style).text)
    case .json: ExportedText(LadderRequirementsJSON.bytes(report))
    case .csv: ExportedText(LadderRequirementsCSV.bytes(report))
    }
  }
}
