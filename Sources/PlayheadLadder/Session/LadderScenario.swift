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
  package private(set) var rule: any AdaptationRule
  /// What ``rule`` was chosen by; `nil` for a rule that has no name.
  package private(set) var choice: RuleChoice?
  /// What the user does after the first play command.
  public var actions: [UserAction]
  /// How many times the media is played again from the start at its end; not negative.
  public var repeats: Int
  /// The requests that fail.
  package var faults: [RequestFault] = []
  /// How long the session may last and what is recorded.
  public var options: SessionOptions
  /// The event as which the ladder is published while it is played; `nil` on demand.
  package var live: LiveEvent?
  /// What is drawn of all that varies from run to run of the player; `nil` for what is usual.
  package var draw: RunDraw?

  /// A scenario of the parts given.
  ///
  /// - Precondition: `repeats` is not negative.
  package init(
    _ ladder: Ladder, over link: NetworkLink, by transport: Transport = .fluid,
    player: LadderPlayer, rule: any AdaptationRule, chosenBy choice: RuleChoice? = nil,
    actions: [UserAction] = [], repeats: Int = 0, options: SessionOptions = SessionOptions(),
    live: LiveEvent? = nil
  ) {
    precondition(repeats >= 0, "fewer than no repeats")
    self.ladder = ladder
    self.link = link
    self.transport = transport
    self.player = player
    self.rule = rule
    self.choice = choice
    self.actions = actions
    self.repeats = repeats
    self.options = options
    self.live = live
  }

  /// The same with another rule, which `choice` names.
  package func adapting(
    by rule: any AdaptationRule, chosenBy choice: RuleChoice? = nil
  ) -> LadderScenario {
    var scenario = self
    (scenario.rule, scenario.choice) = (rule, choice)
    return scenario
  }

  /// Whether the playhead never jumps: the user does nothing, and the media plays once.
  package var playsStraight: Bool {
    actions.isEmpty && repeats == 0 && start == .zero
  }

  /// The wall time at which the session is given up.
  public var limit: WallTime {
    min(
      options.limit
        ?? SessionOptions.defaultLimit(
          for: ladder.duration, loops: repeats + 1, lastAction: actions.lastTime),
      .bound)
  }

  /// The rules by which the player plays the event; `nil` on demand, or where it plays none.
  package var liveRules: LiveRules? {
    guard let live, var rules = player.live[ladder.format] else { return nil }
    guard rules.catchUp == nil, let way = rules.catchUpWay else { return rules }
    let isInParts = ladder.lanes[0].levels[0].partTarget != nil
    let hasTarget =
      ladder.format == .hls
      ? live.holdBack != nil || isInParts
      : ladder.updates.map { way.isAsked(by: $0) } ?? false
    if rules.catchesUpWithChunks && isInParts && !live.addressing.isListed
      || rules.catchesUpWithTarget && hasTarget
    {
      rules.catchUp = way.catchUp(to: nil)
      if ladder.format == .dash, let updates = ladder.updates {
        rules.catchUp?.follow(updates)
      }
    }
    return rules
  }

  /// The player with the times that it takes with what it has loaded of a live event, if one is
  /// played.
  var livePlayer: LadderPlayer {
    guard player.loading.processing.takeTime, let processing = liveRules?.processing else {
      return player
    }
    var player = player
    player.loading.processing = processing
    return player
  }

  /// Whether the timeline could have more rows than ``SessionOptions/maximumRows``.
  public var hasTooManyRows: Bool { options.hasTooManyRows(within: limit) }
}
