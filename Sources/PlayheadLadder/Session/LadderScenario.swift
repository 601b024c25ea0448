public import PlayheadModel

/// Everything that a session of a ladder depends on.
public struct LadderScenario: Sendable {
  /// What is played.
  public var ladder: Ladder
  /// The link that it comes over.
  public var link: NetworkLink
  /// How the link's rate reaches a request.
  public var transport: Transport
  /// The player.
  public var player: LadderPlayer
  /// The rule of adaptation, as it is before the first decision.
  public var rule: any AdaptationRule
  /// What the user does after the first play command.
  public var actions: [UserAction]
  /// How long the session may last and what is recorded.
  public var options: SessionOptions

  /// A scenario of the parts given.
  public init(
    _ ladder: Ladder, over link: NetworkLink, by transport: Transport = .fluid,
    player: LadderPlayer,
    rule: any AdaptationRule, actions: [UserAction] = [],
    options: SessionOptions = SessionOptions()
  ) {
    self.ladder = ladder
    self.link = link
    self.transport = transport
    self.player = player
    self.rule = rule
    self.actions = actions
    self.options = options
  }

  /// The wall time at which the session is given up.
  public var limit: WallTime {
    min(
      options.limit
        ?? SessionOptions.defaultLimit(for: ladder.duration, lastAction: actions.lastTime),
      .bound)
  }

  /// Whether the timeline could have more rows than ``SessionOptions/maximumRows``.
  public var hasTooManyRows: Bool { options.hasTooManyRows(within: limit) }
}
