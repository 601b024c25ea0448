public import PlayheadFiles
public import PlayheadLadder
public import PlayheadModel

/// Everything that a report says of a session but how it went.
public struct SessionSetting: Sendable {
  /// What is played.
  public var media: MediaDescription
  /// What the session depends on.
  public var scenario: FileScenario
  /// The network as it was asked for.
  public var network: GivenNetwork
  /// The numbers of the tracks that were asked for; `nil` if none were.
  public var tracks: [Int]?
  /// How much was to be decoded, as `--decode` says it; `nil` if nobody said.
  public var decoding: String?
  /// The program that plays it; `nil` if unknown.
  public var generator: Generator?

  /// The setting of `scenario`, which plays `media`; nothing else was asked for unless it is set.
  public init(_ media: MediaDescription, _ scenario: FileScenario) {
    self.media = media
    self.scenario = scenario
    network = GivenNetwork(profile: scenario.link.profile)
  }

  /// The scenario written out, with its media by name and digest.
  public var definition: Scenario.Definition {
    Scenario.Definition(scenario, mediaAt: media.name, indexDigest: media.indexDigest)
  }
}
