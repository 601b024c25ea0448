import PlayheadKit

/// How a prediction compares with a real player, and with what it was made.
public struct ValidationReport: Hashable, Sendable {
  /// The real player, and its version in its own words.
  public var player: RealPlayer
  public var version: String
  /// What was played, and over what.
  public var media: String
  public var network: String
  /// The name of the policy of the prediction.
  public var policy: String
  /// The processor cores of the machine, which some players go by.
  public var cores: Int
  public var comparison: PlayerComparison

  public init(
    player: RealPlayer, version: String, media: String, network: String, policy: String,
    cores: Int, comparison: PlayerComparison
  ) {
    self.player = player
    self.version = version
    self.media = media
    self.network = network
    self.policy = policy
    self.cores = cores
    self.comparison = comparison
  }
}
