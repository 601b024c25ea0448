public import PlayheadAnalysis
public import PlayheadModel

/// What an overview plays, and by which player.
public struct OverviewSetting: Sendable {
  /// The media.
  public var media: MediaDescription
  /// The session over any of the networks; all but its link holds for each of them.
  public var scenario: FileScenario
  /// The numbers of the requested tracks; `nil` for the preferred ones.
  public var tracks: [Int]?
  /// How much was to be decoded, as `--decode` says it; `nil` if unknown.
  public var decoding: String?

  /// An overview of sessions like `scenario`, which plays `media`.
  public init(media: MediaDescription, _ scenario: FileScenario) {
    self.media = media
    self.scenario = scenario
  }

  /// How much of TCP is modelled.
  public var transport: Transport { scenario.transport }
  /// The player's policy.
  public var policy: BufferingPolicy { scenario.policy }
  /// What the user does in each session, and its limit.
  public var run: RunSettings { RunSettings(scenario) }
}

/// Everything that a report on how media plays over many networks is made from.
public struct OverviewReport: Sendable {
  /// What was played, and by which player.
  public package(set) var setting: OverviewSetting
  /// How it went.
  public package(set) var overview: Overview
  /// The sessions over its networks, with their rows, for pictures; empty if nobody asked.
  package var sessions: [Session] = []

  /// A report on `overview`, which was played in `setting`.
  public init(_ setting: OverviewSetting, _ overview: Overview) {
    self.setting = setting
    self.overview = overview
  }

  /// What was played.
  public var media: MediaDescription {
    get { setting.media }
    set { setting.media = newValue }
  }
  /// How much of TCP was modelled.
  public var transport: Transport { setting.transport }
  /// The player's policy.
  public var policy: BufferingPolicy { setting.policy }
}
