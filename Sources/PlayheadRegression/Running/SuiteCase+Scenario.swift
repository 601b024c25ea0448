import PlayheadAnalysis
import PlayheadFiles
package import PlayheadLadder
package import PlayheadModel

/// The scenario of a case of which everything is read, ready to be played as often as needed.
extension Scenario {
  /// Plays the case with rows of its timeline at an interval; `nil` if interrupted.
  ///
  /// - Throws: ``CaseError`` if its rule is a program that fails.
  package func play(
    tickInterval: WallTime?, unless isInterrupted: () -> Bool
  ) throws(CaseError) -> PlayedSession? {
    var scenario = self
    scenario.options.tickInterval = tickInterval
    let played: PlayedSession
    do throws(Interrupted) {
      played = try scenario.play { _ throws(Interrupted) in
        if isInterrupted() { throw Interrupted() }
      }
    } catch {
      return nil
    }
    if let problem = ruleProblem {
      throw CaseError(.inputOutput, "rule failed", at: ruleName ?? "rule", why: problem)
    }
    return played
  }

  private struct Interrupted: Error {}

  /// Many runs of the case; `nil` if interrupted.
  ///
  /// - Throws: ``CaseError`` if its rule is a program, which answers one session.
  func spread(
    damage: MediaDamage, unless isInterrupted: () -> Bool
  ) throws(CaseError) -> Spread? {
    switch self {
    case .file(let scenario):
      return Spread(of: scenario, damage: damage, isCancelled: isInterrupted)
    case .ladder(let scenario):
      guard !(scenario.rule is any FallibleRule) else {
        throw CaseError(
          .configuration, "no spread", at: ruleName ?? "rule",
          why: "a program decides one session only")
      }
      return Spread(of: scenario, isCancelled: isInterrupted)
    }
  }

  /// The rule as it is written; `nil` for one without a name, and for files.
  private var ruleName: String? {
    guard case .ladder(let scenario) = self else { return nil }
    return scenario.choice?.text
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
  package func planned(
    _ media: PlayableMedia, over link: NetworkLink, policy: BufferingPolicy,
    starting start: (RuleCommand) throws(CaseError) -> any FallibleRule
  ) throws(CaseError) -> Scenario {
    let options = SessionOptions(tickInterval: nil, limit: limit, recordsEvents: false)
    switch media.content {
    case .file(let presentation):
      try checkFitsFile()
      return .file(
        FileScenario(
          presentation, over: link, by: transport, policy: policy, actions: actions,
          repeats: loops - 1, options: options))
    case .ladder(let whole):
      let ladder = try lanes(of: whole)
      let player = try ladderPlayer(policy)
      try check(player, plays: ladder.format)
      let choice = try self.rule(of: player)
      try checkFits(ladder, by: choice)
      let rule = try choice.rule(for: ladder, over: link, by: player, starting: start)
      guard let rule else {
        throw CaseError(
          .badData, "no optimum", at: name, why: "nothing plays to the end as it asks for")
      }
      var scenario = LadderScenario(
        ladder, over: link, by: transport, player: player, rule: rule, chosenBy: choice,
        actions: actions, repeats: loops - 1, options: options)
      scenario.faults = faults
      scenario.live = try event(of: ladder, by: player, choice)
      return .ladder(scenario)
    }
  }

  /// The live event as which `ladder` is played; `nil` on demand.
  private func event(
    of ladder: Ladder, by player: LadderPlayer, _ rule: RuleChoice
  ) throws(CaseError) -> LiveEvent? {
    guard live != nil || ladder.recording != nil else { return nil }
    if case .optimal = rule {
      throw unfit("abr does not fit", "\(rule.text): the optimum is known on demand only")
    }
    do throws(LiveSetting.Refusal) {
      return try (live ?? LiveSetting()).event(of: ladder, by: player)
    } catch {
      let hint = error.hint.map { "; \($0)" } ?? ""
      throw unfit("live does not fit", "\(media.name): \(error.words)\(hint)")
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
        "\(rule.text) chooses levels of HLS, DASH and other ladders, and "
          + "\(media.name) is a media file")
    }
    if let fault = faults.first {
      throw unfit(
        "faults do not fit",
        "\(fault.text) is a request of HLS, DASH and other ladders, and "
          + "\(media.name) is a media file"
      )
    }
    if let part = media.reading.parts.first {
      throw unfit(
        "reading does not fit",
        "\(part.key.rawValue) is of HLS, DASH and other ladders, and "
          + "\(media.name) is a media file")
    }
    if live != nil {
      throw unfit(
        "live does not fit",
        "HLS and DASH are played as live events, and \(media.name) is a media file")
    }
    if let metric = expectedMetrics.first(where: \.isOfAdaptation) {
      throw unfit(
        "expectation does not fit",
        "\(metric.plainName) is measured of HLS, DASH and other ladders, and "
          + "\(media.name) is a media file")
    }
  }

  /// The lanes of `ladder` that the case plays.
  private func lanes(of ladder: Ladder) throws(CaseError) -> Ladder {
    guard let tracks = media.tracks else { return ladder }
    if let number = tracks.first(where: { !ladder.lanes.indices.contains($0) }) {
      throw unfit(
        "tracks do not fit",
        "\(media.name) has no track \(number), but \(counted(ladder.lanes.count, "track")), from 0")
    }
    return ladder.keeping(lanes: Set(tracks))
  }

  /// Refuses what ladders have not.
  private func checkFits(_ ladder: Ladder, by rule: RuleChoice) throws(CaseError) {
    if let refusal = rule.refusal(for: ladder) {
      throw unfit("abr does not fit", "\(rule.text): \(refusal)")
    }
    for fault in faults {
      if let absence = fault.absence(in: ladder) {
        throw unfit("faults do not fit", "\(fault.text): \(absence)")
      }
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

  /// Whether an expectation is of many runs.
  var needsSpread: Bool {
    expectations.contains { $0.level != .off && $0.condition.needsSpread }
  }

  /// The scores whose optimum is expected to be near.
  var expectedObjectives: [Optimum.Objective] {
    expectations.compactMap {
      if case .metric(let metric, _, _) = $0.condition.ofOneSession, $0.level != .off {
        metric.objective
      } else {
        nil
      }
    }
  }

  /// The metrics that it has expectations of.
  private var expectedMetrics: [SessionMetric] {
    expectations.compactMap {
      if case .metric(let metric, _, _) = $0.condition.ofOneSession { metric } else { nil }
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

  /// Refuses a player of other manifests.
  private func check(
    _ player: LadderPlayer, plays format: Ladder.Format
  ) throws(CaseError) {
    guard !player.plays(format) else { return }
    let others = LadderPlayer.all.filter { $0.plays(format) }.map(\.product).wordList(or: false)
    let kind = format.rawValue.uppercased()
    throw unfit(
      "player does not fit",
      "\(player.name) does not play \(kind), which \(media.name) is; players that do: \(others)")
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
