package import PlayheadFiles
package import PlayheadLadder
package import PlayheadModel

/// Everything that a report says of a session but how it went.
package struct SessionSetting: Sendable {
  /// What is played.
  package var media: MediaDescription
  /// What the session depends on.
  package var scenario: FileScenario
  /// The network as it was asked for.
  package var network: GivenNetwork
  /// The numbers of the tracks that were asked for; `nil` if none were.
  package var tracks: [Int]?
  /// How much was to be decoded, as `--decode` says it; `nil` if nobody said.
  package var decoding: String?
  /// The program that plays it; `nil` if unknown.
  package var generator: Generator?

  /// The setting of `scenario`, which plays `media`; nothing else was asked for unless it is set.
  package init(_ media: MediaDescription, _ scenario: FileScenario) {
    self.media = media
    self.scenario = scenario
    network = GivenNetwork(profile: scenario.link.profile)
  }

  /// The scenario written out, with its media by name and digest.
  package var definition: Scenario.Definition {
    Scenario.Definition(scenario, mediaAt: media.name, indexDigest: media.indexDigest)
  }
}
