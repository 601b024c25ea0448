package import PlayheadAnalysis
package import PlayheadLadder
package import PlayheadModel
package import PlayheadRegression

/// A job of a sweep, with what came of it.
package struct SweepRecord: Sendable {
  /// The name of the job: 32 hexadecimal digits.
  package var job: String
  package var media: MediaFact
  package var network: NetworkFact
  package var player: PlayerFact
  /// The rule of adaptation: `default` is the player's own.
  package var rule: String
  /// The changes: `none`, or with a plus sign between them.
  package var whatIf: String
  package var manner: MannerFact
  package var outcome: Outcome

  /// The record of a job that could not be read, for the reason given.
  package init(unreadable error: CaseError) {
    self.init(
      job: "",
      media: MediaFact(
        name: "", location: "", kind: .file, reading: "", digest: "", bytes: 0, duration: .zero,
        weight: 1),
      network: NetworkFact(
        name: "", argument: "", options: [], category: "", digest: "", meanRate: .zero, weight: 1),
      player: PlayerFact(name: "", argument: "", digest: "", weight: 1), rule: "", whatIf: "",
      manner: MannerFact(SweepManner()), outcome: .failed(error))
  }

  init(
    job: String, media: MediaFact, network: NetworkFact, player: PlayerFact, rule: String,
    whatIf: String, manner: MannerFact, outcome: Outcome
  ) {
    self.job = job
    self.media = media
    self.network = network
    self.player = player
    self.rule = rule
    self.whatIf = whatIf
    self.manner = manner
    self.outcome = outcome
  }

  /// What became of a job.
  package enum Outcome: Sendable {
    /// It is yet to be played.
    case planned
    /// It was played.
    case played(SweepSession)
    /// It could not be played.
    case failed(CaseError)
  }
}

/// What results hold of a session.
package struct SweepSession: Hashable, Sendable {
  /// The metrics that are columns, in their order.
  package static let metrics =
    SessionMetric.allCases + SessionMetric.ofAdaptation + SessionMetric.ofLive

  /// A change of level that a viewer sees.
  package struct Switch: Hashable, Sendable {
    package var mediaTime: MediaTime
    package var former: Int
    package var level: Int
    package var formerRate: BitRate
    package var rate: BitRate
  }

  /// A stall.
  package struct Wait: Hashable, Sendable {
    package var start: WallTime
    package var mediaTime: MediaTime
    /// `nil` if it was open at the end.
    package var duration: WallTime?
  }

  /// Whether it played to the end without a stall or a frozen picture.
  package var playsThrough: Bool
  /// The value of each of ``metrics``; `nil` where there is none.
  package var values: [MetricValue?]
  package var stalls: [Wait]
  package var switches: [Switch]
  /// The media time played at each level of a ladder.
  package var timeAtLevel: [MediaTime]

  package init(
    playsThrough: Bool, values: [MetricValue?], stalls: [Wait], switches: [Switch],
    timeAtLevel: [MediaTime]
  ) {
    self.playsThrough = playsThrough
    self.values = values
    self.stalls = stalls
    self.switches = switches
    self.timeAtLevel = timeAtLevel
  }

  /// What is to be held of `played`, a session of media with `damage`.
  package init(_ played: PlayedSession, of scenario: Scenario, damage: MediaDamage) {
    let adaptation = played.adaptation(in: scenario)
    let summary = SessionSummary(
      played.session, damage: damage, adaptation: adaptation)
    var levels: [Level] = []
    if case .ladder(let scenario) = scenario { levels = scenario.ladder.lanes[0].levels }
    self.init(
      playsThrough: summary.verdict(startupLimit: .bound) == .playsThrough,
      values: Self.metrics.map { metric in
        let value = summary[metric]
        // That a wait is open is in its row.
        return if case .atLeast(let elapsed)? = value { elapsed } else { value }
      },
      stalls: played.session.record.stalls.map {
        Wait(start: $0.start, mediaTime: $0.mediaTime, duration: $0.duration)
      },
      switches: (adaptation?.levelChanges ?? []).map { change in
        Switch(
          mediaTime: change.mediaTime, former: change.former, level: change.level,
          formerRate: levels[change.former].bitRate, rate: levels[change.level].bitRate)
      },
      timeAtLevel: adaptation?.timeAtLevel ?? [])
  }
}
