import PlayheadAnalysis
import PlayheadFiles
package import PlayheadLadder
package import PlayheadModel

/// Why a search for worst cases ends early.
package enum WorstCaseProblem: Error {
  /// The user has interrupted it.
  case interrupted
  /// The case cannot run.
  case failed(CaseError)
}

/// A case that is played over one network after the other, to see where its expectations break.
package struct BrokenCase {
  /// The case; its network does not count.
  package let suiteCase: SuiteCase
  private let media: PlayableMedia
  private let policy: BufferingPolicy
  private let change: (Scenario) throws(CaseError) -> Scenario
  private let isInterrupted: () -> Bool

  /// The case with `media`.
  ///
  /// - Parameters:
  ///   - suiteCase: the case.
  ///   - media: its media.
  ///   - change: what is done to each scenario before it is played.
  ///   - isInterrupted: whether the user has interrupted; called often.
  /// - Throws: ``WorstCaseProblem`` if an expectation is of many sessions, or the player cannot be.
  package init(
    _ suiteCase: SuiteCase, _ media: PlayableMedia,
    changing change: @escaping (Scenario) throws(CaseError) -> Scenario = { $0 },
    isInterrupted: @escaping () -> Bool
  ) throws(WorstCaseProblem) {
    var suiteCase = suiteCase
    suiteCase.player = suiteCase.player.resolved(for: media)
    if let expectation = suiteCase.expectations.first(where: \.condition.needsSpread) {
      throw .failed(
        CaseError(
          .configuration, "expectation does not fit", at: expectation.text,
          why: "worst cases are of one session"))
    }
    self.suiteCase = suiteCase
    self.media = media
    self.change = change
    self.isInterrupted = isInterrupted
    do throws(CaseError) {
      policy = try suiteCase.player.policy()
    } catch {
      throw .failed(error)
    }
  }

  /// Whether the first stall breaks an expectation, whatever follows.
  private var breaksAtStall: Bool {
    suiteCase.expectations.contains { $0.condition == .noStall(before: nil) && $0.level != .off }
  }

  /// The scenario over `profile`, with `faults`.
  package func scenario(
    over profile: BandwidthProfile, _ faults: [RequestFault] = []
  ) throws(WorstCaseProblem) -> Scenario {
    var suiteCase = suiteCase
    suiteCase.faults += faults
    do throws(CaseError) {
      return try change(
        try suiteCase.planned(
          media, over: NetworkLink(following: profile), policy: policy
        ) { command throws(CaseError) in
          throw CaseError(
            .configuration, "program refused", at: "exec:\(command.text)",
            why: "worst cases take hundreds of sessions, and a program answers one")
        })
    } catch {
      throw .failed(error)
    }
  }

  /// The session of `scenario` to its end.
  package func session(_ scenario: Scenario) throws(WorstCaseProblem) -> CheckedSession {
    let played: PlayedSession?
    do throws(CaseError) {
      played = try scenario.play(tickInterval: nil, unless: isInterrupted)
    } catch {
      throw .failed(error)
    }
    guard let played else { throw .interrupted }
    return suiteCase.checked(
      played.session, damage: media.damage, adaptation: played.adaptation(in: scenario))
  }

  /// Whether the session over `profile`, with `faults`, breaks an expectation.
  package func isBroken(
    over profile: BandwidthProfile, _ faults: [RequestFault] = []
  ) throws(WorstCaseProblem) -> Bool {
    let scenario = try scenario(over: profile, faults)
    guard breaksAtStall else { return try session(scenario).isBroken }
    return
      switch scenario
    {
    case .file(let scenario): try isBroken(Simulation(scenario))
    case .ladder(let scenario): try isBroken(LadderTrial(scenario))
    }
  }

  /// Whether a session stalls or, without a stall, breaks another expectation.
  private func isBroken<Trial: TrialSession & ~Copyable>(
    _ session: consuming Trial
  ) throws(WorstCaseProblem) -> Bool {
    var trial = session
    trial.recordsBufferLevels = false
    repeat {
      if isInterrupted() { throw .interrupted }
      if trial.hasFailed(startupLimit: .bound) { return true }
    } while trial.step()
    let summary = trial.summary(damage: media.damage)
    return summary.stallCount > 0
      || suiteCase.expectations.contains { expectation in
        expectation.level != .off && !expectation.result(summary, stalls: []).holds
      }
  }

  /// The wall time by which the session over `profile` is broken, whatever follows; `nil` if it is
  /// not.
  package func end(over profile: BandwidthProfile) throws(WorstCaseProblem) -> WallTime? {
    let session = try session(try scenario(over: profile))
    guard session.isBroken else { return nil }
    return breaksAtStall
      ? session.stalls.first?.start ?? session.summary.elapsed
      : session.summary.elapsed
  }

  /// The scenario as it is played for closed forms; `nil` of a ladder, or if more is expected than
  /// that nothing stalls.
  package func fileScenario(
    over profile: BandwidthProfile
  ) throws(WorstCaseProblem) -> FileScenario? {
    guard suiteCase.expectations.map(\.condition) == [.noStall(before: nil)],
      case .file(let scenario) = try scenario(over: profile)
    else { return nil }
    return scenario
  }

  /// What is missing of the media.
  package var damage: MediaDamage { media.damage }
}

extension CheckedSession {
  /// Whether an expectation does not hold.
  package var isBroken: Bool {
    results.contains { !$0.holds && $0.expectation.level != .off }
  }
}
