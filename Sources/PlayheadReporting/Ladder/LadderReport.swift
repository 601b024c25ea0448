public import PlayheadAnalysis
public import PlayheadFiles
public import PlayheadLadder
public import PlayheadModel

/// A ladder as reports describe it.
public struct LadderDescription: Hashable, Sendable {
  /// The path or URL as it was given.
  public var name: String
  /// What it holds.
  public var ladder: Ladder
  /// What was left out or is unusual, a sentence each.
  public var notes: [String]

  /// The description of the ladder called `name`.
  public init(name: String, ladder: Ladder, notes: [String] = []) {
    self.name = name
    self.ladder = ladder
    self.notes = notes
  }
}

/// Everything that a report on a session of a ladder is made from.
public struct LadderReport: PlayedReport {
  /// What was played.
  public let media: LadderDescription
  /// What was played over what by what.
  public internal(set) var scenario: LadderScenario
  /// The network as it was asked for.
  public let network: GivenNetwork
  /// The program and the libraries that played it; `nil` if nobody said.
  public var generator: Generator?
  /// The numbers of the lanes that were asked for; `nil` if none were.
  public var tracks: [Int]?
  /// The options by which the ladder was read, by name, each with its values.
  public var reading: [String: [String]] = [:]
  /// Why it waits; `nil` if nobody asked.
  public var causes: SessionCauses?
  /// The same session with changes that were asked for; `nil` if none were.
  public var whatIf: WhatIf?
  /// How sure the figures are; `nil` if nobody asked.
  public var spread: Spread?
  /// The best that any player could have made of it; `nil` if nobody asked.
  public var optimum: Optimum?
  /// The name of the rule of adaptation.
  public let rule: String
  /// What happened.
  public internal(set) var played: LadderSession
  /// The figures of merit of playback.
  public let summary: SessionSummary
  /// The figures of merit of adaptation.
  public let adaptation: LadderSummary

  /// A report on `played`, the session of `scenario`, with the distances to the optimum for
  /// `objectives`.
  public init(
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
  public var definition: Scenario.Definition {
    Scenario.Definition(scenario, mediaAt: media.name)
  }

  /// The score of the session by which ``optimum`` is the best; `nil` if it is not comparable, as
  /// where the user paused or sought.
  var sessionScore: Double? {
    optimum?.score(of: played, in: scenario)
  }

  /// How far the viewer is behind the camera; `nil` on demand, or if nothing was played meanwhile.
  public var latency: LiveLatency? { adaptation.latency }
  /// What happened to playback.
  public var session: Session { played.session }
  /// Over what it was played.
  public var link: NetworkLink { scenario.link }
  /// When the player starts and resumes.
  public var policy: BufferingPolicy { scenario.player.policy }
  package var openingWords: String { "connecting and reading the manifest" }
  package var openingFacts: String { openingWords }
  package var openedWords: String { "manifest read" }
  package var openingBytes: Int64 { media.ladder.manifests.reduce(0) { $0 + $1.bytes } }
}
