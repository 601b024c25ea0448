/// What an overview plays, and by which player.
public struct OverviewSetting: Sendable {
  /// The media.
  public var media: MediaDescription
  /// How much of TCP is modelled.
  public var transport: Transport
  /// The player's policy.
  public var policy: BufferingPolicy

  /// An overview of `media` in a player with `policy`.
  public init(
    media: MediaDescription, transport: Transport = .fluid, policy: BufferingPolicy
  ) {
    self.media = media
    self.transport = transport
    self.policy = policy
  }
}

/// Everything that a report on how media plays over many networks is made from.
public struct OverviewReport: Sendable {
  /// What was played, and by which player.
  public var setting: OverviewSetting
  /// How it went.
  public var overview: Overview

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
