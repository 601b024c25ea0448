/// Everything that a report on how media plays over many networks is made from.
public struct OverviewReport: Sendable {
  /// What was played.
  public var media: MediaDescription
  /// How much of TCP held it back.
  public var transport: Transport
  /// By which player.
  public var policy: BufferingPolicy
  /// What the user did in each session, and for how long it could last.
  public var run: RunSettings
  /// How it went.
  public var overview: Overview

  /// A report on `overview`.
  public init(
    media: MediaDescription, transport: Transport = .fluid, policy: BufferingPolicy,
    run: RunSettings = RunSettings(), overview: Overview
  ) {
    self.run = run
    self.media = media
    self.transport = transport
    self.policy = policy
    self.overview = overview
  }
}
