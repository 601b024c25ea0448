public import PlayheadModel

/// The best that any player could have made of a ladder on a link, for a score.
public struct Optimum: Hashable, Sendable {
  /// The score that is maximized.
  public let objective: Objective
  /// The levels of the first lane.
  public let levels: [Int]
  /// The score.
  public let score: Double
  /// The most by which another plan can score higher in time counted in whole nanoseconds.
  public let bound: Double
  /// The time to the start of playback.
  public let startup: WallTime
  /// The time stalled.
  public let stalled: WallTime

  /// The scores that can be maximized.
  public enum Objective: String, CaseIterable, Hashable, Sendable {
    /// The linear quality of experience of MPC.
    case linear
    /// BOLA's utility, less stalls.
    case bola
    /// The highest bit rate without a stall.
    case stallFree = "stall-free"

    /// The score.
    package var score: SessionScore {
      switch self {
      case .linear: .linear
      case .bola: .bola
      case .stallFree: .stallFree
      }
    }
  }

  /// The optimum of `ladder` over `link` for a player that loads up to `bufferGoal` ahead; `nil` if
  /// its levels are cut at different times, or if nothing plays to the end.
  ///
  /// Only the first lane is loaded, from wall time 0 on, one request after the other, without
  /// manifests, playlists and initialization sections: no player that loads no further ahead and
  /// starts to play at the same time can do better, if segments are as long as declared, by more
  /// than the fractions of a nanosecond that it carries from request to request, which are not
  /// counted here.
  ///
  /// - Parameters:
  ///   - ladder: the ladder.
  ///   - link: the link.
  ///   - bufferGoal: how far ahead it is loaded, the next segment included.
  ///   - objective: the score.
  ///   - playback: when playback starts, unless the first media comes later. The scores count no
  ///     startup, so who starts at another time may score higher.
  ///   - appends: how much of a segment has to be in to be played.
  package init?(
    of ladder: Ladder, over link: NetworkLink, bufferGoal: MediaTime, for objective: Objective,
    playback: WallTime = .zero, appends: AppendGranularity = .segments
  ) {
    guard ladder.lanes[0].isAligned else { return nil }
    let session = SequentialSession(
      of: ladder.lanes[0], over: link, bufferGoal: bufferGoal, playback: playback,
      takesSamples: appends == .samples)
    guard let plan = OptimalPlan(for: session, by: objective.score) else { return nil }
    self.objective = objective
    levels = plan.levels
    score = plan.score
    bound = plan.bound
    startup = plan.outcome.startup
    stalled = plan.outcome.stalled
  }

  /// The best of what was played in `session`, with the same start of playback and buffer; `nil` as
  /// without it.
  public init?(
    against session: LadderSession, of scenario: LadderScenario, for objective: Objective
  ) {
    // Bytes of audio apart are not counted; see ``RuleChoice/refusal(for:)``.
    guard RuleChoice.optimal(objective).refusal(for: scenario.ladder) == nil else { return nil }
    self.init(
      of: scenario.ladder, over: scenario.link,
      bufferGoal: scenario.player.loading.goal.farthest(in: scenario.ladder), for: objective,
      playback: session.session.startup ?? .zero, appends: scenario.player.loading.appends)
  }

  /// The score of what was played in `session`, which is comparable with ``score``; `nil` if it did
  /// not load each segment of the first lane once, or stalled where that is not allowed.
  public func score(of session: LadderSession, of ladder: Ladder) -> Double? {
    let shown = session.segments.filter { $0.lane == 0 }.sorted { $0.segment < $1.segment }
    guard shown.map(\.segment) == Array(levels.indices) else { return nil }
    return objective.score.value(
      of: shown.map(\.level), stalled: session.session.phases.stalled, in: ladder.lanes[0])
  }

  /// The same of a session of `scenario`; `nil` also if the user does something in it.
  public func score(of session: LadderSession, in scenario: LadderScenario) -> Double? {
    scenario.playsStraight ? score(of: session, of: scenario.ladder) : nil
  }
}
