public import PlayheadAnalysis
public import PlayheadFiles
public import PlayheadModel

/// What requirements are asked for.
public struct RequirementsSetting: Sendable {
  /// The media, its index with samples.
  public var media: MediaDescription
  /// The startup delay that a minimum rate is wanted for, in wall time.
  public var startup: WallTime
  /// The latency with which that rate is found, in wall time.
  public var latency: WallTime = .zero
  /// The network that a minimum startup delay is wanted for; `nil` for none.
  public var link: NetworkLink?
  /// That network as it was asked for; `nil` for none.
  public var network: GivenNetwork?
  /// How that network's rate reaches a request.
  public var transport = Transport.fluid
  /// The numbers of the tracks that were asked for; `nil` if none were.
  public var tracks: [Int]?

  /// The requirements of `media` for a startup delay of `startup`.
  public init(_ media: MediaDescription, startup: WallTime) {
    self.media = media
    self.startup = startup
  }
}

/// Everything that a report on requirements is made from.
public struct RequirementsReport: Sendable {
  /// What was asked for.
  public let setting: RequirementsSetting
  /// The requirements.
  public let requirements: Requirements

  /// The report for `setting`; `nil` unless its media is one file.
  public init?(_ setting: RequirementsSetting) {
    guard
      let requirements = Requirements(
        setting.media.index, setting.media.presentation, startup: setting.startup,
        latency: setting.latency, over: setting.link, by: setting.transport)
    else { return nil }
    self.setting = setting
    self.requirements = requirements
  }
}
