package import PlayheadAnalysis
package import PlayheadFiles
package import PlayheadModel

/// What requirements are asked for.
package struct RequirementsSetting: Sendable {
  /// The media, its index with samples.
  package var media: MediaDescription
  /// The startup delay that a minimum rate is wanted for, in wall time.
  package var startup: WallTime
  /// The latency with which that rate is found, in wall time.
  package var latency: WallTime = .zero
  /// The network that a minimum startup delay is wanted for; `nil` for none.
  package var link: NetworkLink?
  /// That network as it was asked for; `nil` for none.
  package var network: GivenNetwork?
  /// How that network's rate reaches a request.
  package var transport = Transport.fluid
  /// The numbers of the tracks that were asked for; `nil` if none were.
  package var tracks: [Int]?

  /// The requirements of `media` for a startup delay of `startup`.
  package init(_ media: MediaDescription, startup: WallTime) {
    self.media = media
    self.startup = startup
  }
}

/// Everything that a report on requirements is made from.
package struct RequirementsReport: Sendable {
  /// What was asked for.
  package let setting: RequirementsSetting
  /// The requirements.
  package let requirements: Requirements

  /// The report for `setting`; `nil` unless its media is one file.
  package init?(_ setting: RequirementsSetting) {
    guard
      let requirements = Requirements(
        setting.media.index, setting.media.presentation, startup: setting.startup,
        latency: setting.latency, over: setting.link, by: setting.transport)
    else { return nil }
    self.setting = setting
    self.requirements = requirements
  }
}
