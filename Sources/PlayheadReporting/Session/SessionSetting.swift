package import PlayheadFiles
package import PlayheadLadder
package import PlayheadModel

/// Everything that a report says of a session but how it went.
package struct SessionSetting: Sendable {
  /// What is played, and what the session depends on.
  package var subject: SessionSubject
  /// The network as it was asked for.
  package var network: GivenNetwork
  /// The numbers of the tracks or lanes that were asked for; `nil` if none were.
  package var tracks: [Int]?
  /// How much of a file was to be decoded, as `--decode` says it; `nil` if nobody said.
  package var decoding: String?
  /// The program that plays it; `nil` if unknown.
  package var generator: Generator?

  /// The setting of `subject`; nothing else was asked for unless it is set.
  package init(_ subject: SessionSubject) {
    self.subject = subject
    network = GivenNetwork(profile: subject.scenario.link.profile)
  }

  /// The setting of `scenario`, which plays the file `media`.
  package init(_ media: MediaDescription, _ scenario: FileScenario) {
    self.init(.file(media, scenario))
  }

  /// What the session depends on.
  package var scenario: Scenario { subject.scenario }

  /// The scenario written out, with its media by name and digest.
  package var definition: Scenario.Definition {
    Scenario.Definition(
      scenario, mediaAt: subject.name, indexDigest: subject.file?.indexDigest)
  }
}
