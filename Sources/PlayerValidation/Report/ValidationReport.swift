import PlayheadKit

/// How a prediction compares with a real player, and with what it was made.
package struct ValidationReport: Hashable, Sendable {
  /// The real player, and its version in its own words.
  package var player: RealPlayer
  package var version: String
  /// What was played, and over what.
  package var media: String
  package var network: String
  /// The name of the policy of the prediction.
  package var policy: String
  /// The processor cores of the machine, which some players go by.
  package var cores: Int
  package var comparison: PlayerComparison

  package init(
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
