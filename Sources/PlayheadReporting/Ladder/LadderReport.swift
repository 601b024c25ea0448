package import PlayheadAnalysis
package import PlayheadFiles
package import PlayheadLadder
package import PlayheadModel

/// A ladder as reports describe it.
package struct LadderDescription: Hashable, Sendable {
  /// The path or URL as it was given.
  package var name: String
  /// What it holds.
  package var ladder: Ladder
  /// What was left out or is unusual, a sentence each.
  package var notes: [String]

  /// The description of the ladder called `name`.
  package init(name: String, ladder: Ladder, notes: [String] = []) {
    self.name = name
    self.ladder = ladder
    self.notes = notes
  }
}

/// Everything that a report on a session of a ladder is made from.
package struct LadderReport: PlayedReport {
  /// What was played.
  package let media: LadderDescription
  /// What was played over what by what.
  package internal(set) var scenario: LadderScenario
  /// The network as it was asked for.
  package let network: GivenNetwork
  /// The program and the libraries that played it; `nil` if nobody said.
  package var generator: Generator?
  /// The numbers of the lanes that were asked for; `nil` if none were.
  package var tracks: [Int]?
  /// The options by which the ladder was read, by name, each with its values.
  package var reading: [String: [String]] = [:]
  /// Why it waits; `nil` if nobody asked.
  package var causes: SessionCauses?
  /// The same session with changes that were asked for; `nil` if none were.
  package var whatIf: WhatIf?
  /// How sure the figures are; `nil` if nobody asked.
  package var spread: Spread?
  /// The best that any player could have made of it; `nil` if nobody asked.
  package var optimum: Optimum?
  /// The name of the rule of adaptation.
  package let rule: String
  /// What happened.
  package internal(set) var played: LadderSession
  /// The figures of merit of playback.
  package let summary: SessionSummary
  /// The figures of merit of adaptation.
  package let adaptation: LadderSummary

  /// A report on `played`, the session of `scenario`, with the distances to the optimum for
  /// `objectives`.
  package init(
    _ media: LadderDescription, _ scenario: LadderScenario, network: GivenNetwork, rule: String,
    _ played: LadderSession, optimumGapsFor objectives: [Optimum.Objective] = []
  ) {
    self.media = media
    self.network = network
    self.scenario = scenario
    self.rule = rule
    self.played = played
    var adaptation = LadderSummary(played, of: media.ladder)
    adaptation.findOptimumGaps(of: played, in: scenario, for: objectives)
    self.adaptation = adaptation
    summary = SessionSummary(
      played.session, damage: media.ladder.damage, adaptation: adaptation)
  }

  /// The scenario written out, with its media by name and digest.
  package var definition: Scenario.Definition {
    Scenario.Definition(scenario, mediaAt: media.name)
  }

  /// The score of the session by which ``optimum`` is the best; `nil` if it is not comparable, as
  /// where the user paused or sought.
  var sessionScore: Double? {
    optimum?.score(of: played, in: scenario)
  }

  /// How far the viewer is behind the camera; `nil` on demand, or if nothing was played meanwhile.
  package var latency: LiveLatency? { adaptation.latency }
  /// What happened to playback.
  package var session: Session { played.session }
  /// Over what it was played.
  package var link: NetworkLink { scenario.link }
  /// When the player starts and resumes.
  package var policy: BufferingPolicy { scenario.player.policy }
  package var openingWords: String { "connecting and reading the manifest" }
  package var openingFacts: String { openingWords }
  package var openedWords: String { "manifest read" }
  package var openingBytes: Int64 { media.ladder.manifests.reduce(0) { $0 + $1.bytes } }
}
