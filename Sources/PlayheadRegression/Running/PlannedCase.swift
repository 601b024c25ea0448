import PlayheadAnalysis
import PlayheadFiles
import PlayheadLadder
import PlayheadModel

/// A case of which everything is read, ready to be played as often as needed.
enum PlannedCase: Sendable {
  /// It plays a file.
  case file(Scenario)
  /// It plays a ladder, by a rule.
  case ladder(LadderScenario, RuleChoice)

  /// A session of the case, and the figures of its adaptation, if it has any.
  struct Played {
    var session: Session
    var adaptation: LadderSummary?
    /// All of the session, if it played a ladder.
    var ladder: LadderSession?
  }

  /// Plays the case with rows of its timeline at an interval; `nil` if interrupted.
  ///
  /// - Throws: ``CaseError`` if its rule is a program that fails.
  func play(
    tickInterval: WallTime?, unless isInterrupted: () -> Bool
  ) throws(CaseError) -> Played? {
    switch self {
    case .file(var scenario):
      scenario.options.tickInterval = tickInterval
      var simulation = Simulation(scenario)
      while simulation.step() {
        if isInterrupted() { return nil }
      }
      return Played(session: simulation.run())
    case .ladder(var scenario, let rule):
      scenario.options.tickInterval = tickInterval
      var simulation = LadderSimulation(scenario)
      while simulation.step() {
        if isInterrupted() { return nil }
      }
      let played = simulation.run()
      if let problem = (scenario.rule as? any FallibleRule)?.problem {
        throw CaseError(.inputOutput, "rule failed", at: rule.text, why: problem)
      }
      return Played(
        session: played.session, adaptation: LadderSummary(played, of: scenario.ladder),
        ladder: played)
    }
  }

  /// The figures of adaptation of `played`, a session of the case, with the distances to the optimum for
  /// `objectives`.
  func adaptation(
    of played: Played, optimumFor objectives: [Optimum.Objective]
  ) -> LadderSummary? {
    guard case .ladder(let scenario, _) = self, let session = played.ladder else {
      return played.adaptation
    }
    var adaptation = played.adaptation
    adaptation?.findOptimumGaps(of: session, in: scenario, for: objectives)
    return adaptation
  }

  /// Why `played`, a session of the case, waits, as far as that is known when interrupted.
  func causes(
    of played: Played, unless isInterrupted: @escaping () -> Bool
  ) -> SessionCauses? {
    switch self {
    case .file(let scenario):
      SessionCauses(of: played.session, in: scenario, isCancelled: isInterrupted)
    case .ladder(let scenario, _):
      played.ladder.flatMap {
        SessionCauses(replaying: $0, in: scenario, isCancelled: isInterrupted)
      }
    }
  }
}

extension SuiteCase {
  /// The case with all that it names read.
  ///
  /// - Parameters:
  ///   - media: its media.
  ///   - link: its network.
  ///   - policy: the policy of its player.
  ///   - start: starts a program that decides as a rule.
  /// - Returns: the scenario of its session.
  /// - Throws: ``CaseError`` if what it asks for does not fit its media.
  func planned(
    _ media: PlayableMedia, over link: NetworkLink, policy: BufferingPolicy,
    starting start: (RuleCommand) throws(CaseError) -> any FallibleRule
  ) throws(CaseError) -> PlannedCase {
    let options = SessionOptions(tickInterval: nil, limit: limit, recordsEvents: false)
    switch media.content {
    case .file(let presentation):
      try checkFitsFile()
      return .file(
        Scenario(
          presentation, over: link, by: transport, policy: policy, actions: actions,
          repeats: loops - 1, options: options))
    case .ladder(let ladder):
      let player = try ladderPlayer(policy)
      let choice = try self.rule(of: player)
      try checkFits(ladder, by: choice)
      let rule = try choice.rule(for: ladder, over: link, by: player, starting: start)
      guard let rule else {
        throw CaseError(
          .badData, "no optimum", at: name, why: "nothing plays to the end as it asks for")
      }
      return .ladder(
        LadderScenario(
          ladder, over: link, by: transport, player: player, rule: rule, actions: actions,
          options: options), choice)
    }
  }

  private func unfit(_ what: String, _ why: String) -> CaseError {
    CaseError(.configuration, what, at: name, why: why)
  }

  /// Refuses what files have not.
  private func checkFitsFile() throws(CaseError) {
    if case .ladder(let player) = player {
      throw unfit(
        "player does not fit",
        "\(player.name) plays HLS, DASH and other ladders, and \(media.name) is a media file")
    }
    if let rule {
      throw unfit(
        "abr does not fit",
        "\(rule.text) chooses levels of HLS, DASH and other ladders, and \(media.name) is a "
          + "media file")
    }
    if let metric = expectedMetrics.first(where: \.isOfAdaptation) {
      throw unfit(
        "expectation does not fit",
        "\(metric.plainName) is measured of HLS, DASH and other ladders, and \(media.name) is a "
          + "media file")
    }
  }

  /// Refuses what ladders have not.
  private func checkFits(_ ladder: Ladder, by rule: RuleChoice) throws(CaseError) {
    if media.tracks != nil {
      throw unfit("tracks do not fit", "\(media.name) is a ladder, which has levels instead")
    }
    if loops > 1 {
      throw unfit("loop does not fit", "\(media.name) is a ladder, which is played once")
    }
    if let refusal = rule.refusal(for: ladder) {
      throw unfit("abr does not fit", "\(rule.text): \(refusal)")
    }
    let count = ladder.lanes[0].levels.count
    for metric in expectedMetrics {
      if let level = metric.level, level >= count {
        throw unfit(
          "expectation does not fit",
          "there is no level \(level): \(media.name) has \(counted(count, "level")), from 0")
      }
      if let objective = metric.objective,
        let refusal = RuleChoice.optimal(objective).refusal(for: ladder)
      {
        throw unfit("expectation does not fit", "\(metric.plainName): \(refusal)")
      }
      if metric == .undecodableSeconds || metric == .damaged {
        throw unfit(
          "expectation does not fit",
          "\(metric.plainName) is unknown of ladders, whose segments are not decoded; "
            + "write missingSeconds == 0s")
      }
    }
  }

  /// The scores whose optimum is expected to be near.
  var expectedObjectives: [Optimum.Objective] {
    expectations.compactMap {
      if case .metric(let metric, _, _) = $0.condition, $0.level != .off {
        metric.objective
      } else {
        nil
      }
    }
  }

  /// The metrics that it has expectations of.
  private var expectedMetrics: [SessionMetric] {
    expectations.compactMap {
      if case .metric(let metric, _, _) = $0.condition { metric } else { nil }
    }
  }

  /// The player of ladders: one that is built in, or the basic one with the values of `policy`.
  private func ladderPlayer(_ policy: BufferingPolicy) throws(CaseError) -> LadderPlayer {
    switch player {
    case .ladder(let player): return player
    case .usual: preconditionFailure("the usual player is known once the media is")
    case .policy where policy == .basic: return .basic
    case .policy where PlayerPreset.named(policy.name)?.parameters == policy.parameters:
      throw unfit(
        "player does not fit",
        "\(policy.name) plays files, and \(media.name) is a ladder; players of ladders: "
          + LadderPlayer.all.map(\.name).wordList(or: false))
    case .policy, .file:
      var player = LadderPlayer.basic.following(policy, loadsAsFar: true)
      player.name = policy.name
      return player
    }
  }

  /// The rule of the case, or the one of `player`.
  private func rule(of player: LadderPlayer) throws(CaseError) -> RuleChoice {
    if let rule { return rule }
    do throws(GrammarError) {
      return try RuleChoice(parsing: player.rule)
    } catch {
      throw unfit("player does not fit", "\(player.rule): \(error.problem)")
    }
  }
}
