package import PlayheadLadder
package import PlayheadModel

/// What a report says is played, and what the session depends on.
package enum SessionSubject: Sendable {
  /// A file.
  case file(MediaDescription, FileScenario)
  /// A ladder.
  case ladder(LadderSubject)

  /// The path or URL as it was given.
  package var name: String {
    switch self {
    case .file(let media, _): media.name
    case .ladder(let ladder): ladder.media.name
    }
  }

  /// What the session depends on.
  package var scenario: Scenario {
    switch self {
    case .file(_, let scenario): .file(scenario)
    case .ladder(let ladder): .ladder(ladder.scenario)
    }
  }

  /// How long the session may last and what is recorded.
  package var options: SessionOptions {
    get { scenario.options }
    set {
      switch self {
      case .file(let media, var scenario):
        scenario.options = newValue
        self = .file(media, scenario)
      case .ladder(var ladder):
        ladder.scenario.options = newValue
        self = .ladder(ladder)
      }
    }
  }

  /// What of it is missing or cannot be decoded.
  package var damage: MediaDamage {
    switch self {
    case .file(let media, _): media.damage
    case .ladder(let ladder): ladder.media.ladder.damage
    }
  }

  /// The file; `nil` of a ladder.
  package var file: MediaDescription? { if case .file(let media, _) = self { media } else { nil } }

  /// The ladder; `nil` of a file.
  package var ladder: LadderSubject? { if case .ladder(let ladder) = self { ladder } else { nil } }
}

/// A ladder that is played, and by which player.
package struct LadderSubject: Sendable {
  /// The ladder.
  package var media: LadderDescription
  /// What the session depends on.
  package var scenario: LadderScenario
  /// The name of the rule of adaptation.
  package var rule: String
  /// The options by which the ladder was read, by name, each with its values.
  package var reading: [String: [String]]

  /// The ladder `media`, which `scenario` plays by the rule called `rule`.
  package init(
    _ media: LadderDescription, _ scenario: LadderScenario, rule: String,
    reading: [String: [String]] = [:]
  ) {
    self.media = media
    self.scenario = scenario
    self.rule = rule
    self.reading = reading
  }
}

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
