package import PlayheadAnalysis
package import PlayheadModel

/// What an overview plays, and by which player.
package struct OverviewSetting: Sendable {
  /// The media.
  package var media: MediaDescription
  /// The session over any of the networks; all but its link holds for each of them.
  package var scenario: FileScenario
  /// The numbers of the requested tracks; `nil` for the preferred ones.
  package var tracks: [Int]?
  /// How much was to be decoded, as `--decode` says it; `nil` if unknown.
  package var decoding: String?

  /// An overview of sessions like `scenario`, which plays `media`.
  package init(media: MediaDescription, _ scenario: FileScenario) {
    self.media = media
    self.scenario = scenario
  }

  /// How much of TCP is modelled.
  package var transport: Transport { scenario.transport }
  /// The player's policy.
  package var policy: BufferingPolicy { scenario.policy }
  /// What the user does in each session, and its limit.
  package var run: RunSettings { RunSettings(scenario) }
}

/// Everything that a report on how media plays over many networks is made from.
package struct OverviewReport: Sendable {
  /// What was played, and by which player.
  package var setting: OverviewSetting
  /// How it went.
  package var overview: Overview
  /// The sessions over its networks, with their rows, for pictures; empty if nobody asked.
  package var sessions: [Session] = []

  /// A report on `overview`, which was played in `setting`.
  package init(_ setting: OverviewSetting, _ overview: Overview) {
    self.setting = setting
    self.overview = overview
  }

  /// What was played.
  package var media: MediaDescription {
    get { setting.media }
    set { setting.media = newValue }
  }
  /// How much of TCP was modelled.
  package var transport: Transport { setting.transport }
  /// The player's policy.
  package var policy: BufferingPolicy { setting.policy }
}
