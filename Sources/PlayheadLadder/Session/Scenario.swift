public import PlayheadModel

/// Everything that a session depends on, whether a file is played or a ladder.
///
/// ``play(check:)`` runs it. Its definition is canonical and has a digest, which names the session.
public enum Scenario: Sendable {
  /// A file is played.
  case file(FileScenario)
  /// A ladder is played.
  case ladder(LadderScenario)

  /// The link that the media comes over.
  public var link: NetworkLink {
    switch self {
    case .file(let scenario): scenario.link
    case .ladder(let scenario): scenario.link
    }
  }

  /// How the link's rate reaches a request.
  public var transport: Transport {
    switch self {
    case .file(let scenario): scenario.transport
    case .ladder(let scenario): scenario.transport
    }
  }

  /// When the player starts and resumes, and what else it decides by while it plays.
  public var policy: BufferingPolicy {
    switch self {
    case .file(let scenario): scenario.policy
    case .ladder(let scenario): scenario.player.policy
    }
  }

  /// What the user does after the first play command.
  public var actions: [UserAction] {
    switch self {
    case .file(let scenario): scenario.actions
    case .ladder(let scenario): scenario.actions
    }
  }

  /// How many times the media is played again from the start at its end.
  public var repeats: Int {
    switch self {
    case .file(let scenario): scenario.repeats
    case .ladder(let scenario): scenario.repeats
    }
  }

  /// How long the session may last and what is recorded.
  public var options: SessionOptions {
    get {
      switch self {
      case .file(let scenario): scenario.options
      case .ladder(let scenario): scenario.options
      }
    }
    set {
      switch self {
      case .file(var scenario):
        scenario.options = newValue
        self = .file(scenario)
      case .ladder(var scenario):
        scenario.options = newValue
        self = .ladder(scenario)
      }
    }
  }

  /// The length of the media.
  public var duration: MediaTime {
    switch self {
    case .file(let scenario): scenario.presentation.duration
    case .ladder(let scenario): scenario.ladder.duration
    }
  }

  /// The wall time at which the session is given up.
  public var limit: WallTime {
    switch self {
    case .file(let scenario): scenario.limit
    case .ladder(let scenario): scenario.limit
    }
  }

  /// Whether the timeline could have more rows than ``SessionOptions/maximumRows``.
  public var hasTooManyRows: Bool { options.hasTooManyRows(within: limit) }

  /// Why the rule of adaptation failed to decide in the sessions played so far, as a clause; `nil`
  /// if it did not.
  ///
  /// A session after that means nothing.
  public var ruleProblem: String? {
    guard case .ladder(let scenario) = self else { return nil }
    return (scenario.rule as? any FallibleRule)?.problem
  }
}
