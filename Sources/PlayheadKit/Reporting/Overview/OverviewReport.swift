/// Everything that a report on media over many networks shows.
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
  /// The session over any of the networks, for its user actions, repeats and limit; `nil` if not to be
  /// reported.
  public var scenario: Scenario?
  /// The numbers of the tracks that were asked for; `nil` if none were.
  public var tracks: [Int]?
  /// How much was to be decoded, as `--decode` says it; `nil` if unknown.
  public var decoding: String?

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
