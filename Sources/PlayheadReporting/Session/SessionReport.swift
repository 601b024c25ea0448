package import PlayheadAnalysis
package import PlayheadLadder
package import PlayheadModel

/// Everything that a report on one session is made from, whether it played a file or a ladder.
package struct SessionReport: Sendable {
  /// What was played, over what, by what.
  package var setting: SessionSetting
  /// What happened.
  package var session: Session
  /// The figures of merit.
  package var summary: SessionSummary
  /// How the player adapted; `nil` of a file.
  package var adaptation: AdaptationReport?
  /// Why it waits; `nil` if nobody asked.
  package var causes: SessionCauses?
  /// The same session with changes that were asked for; `nil` if none were.
  package var whatIf: WhatIf?
  /// How sure the figures are; `nil` if nobody asked.
  package var spread: Spread?

  /// A report on `played`, which was played in `setting`.
  ///
  /// - Parameters:
  ///   - setting: what was played, over what, by what.
  ///   - played: what happened.
  ///   - causes: the causes of its waits, if they are known.
  ///   - objectives: for which scores the distance of a ladder to the optimum is found.
  package init(
    _ setting: SessionSetting, _ played: PlayedSession, causes: SessionCauses? = nil,
    optimumGapsFor objectives: [Optimum.Objective] = []
  ) {
    self.setting = setting
    self.causes = causes
    session = played.session
    if case .ladder(let subject) = setting.subject, let ladder = played.ladder {
      adaptation = AdaptationReport(subject, ladder, optimumGapsFor: objectives)
    }
    summary = SessionSummary(
      played.session, damage: setting.subject.damage, adaptation: adaptation?.summary)
  }

  /// A report on the session of a file, which was played in `setting`, with the causes of its waits
  /// if they are known.
  package init(_ setting: SessionSetting, _ session: Session, causes: SessionCauses? = nil) {
    self.init(setting, PlayedSession(session), causes: causes)
  }

  /// The path or URL of what was played, as it was given.
  package var name: String { setting.subject.name }
  /// The file that was played; `nil` of a ladder.
  package var file: MediaDescription? { setting.subject.file }
  /// Over what it was played.
  package var link: NetworkLink { setting.scenario.link }
  /// How the link's rate reached requests.
  package var transport: Transport { setting.scenario.transport }
  /// What the user did, and for how long the session could last.
  package var run: RunSettings { RunSettings(setting.scenario) }
  /// When the player starts and resumes, and what else it decides by while it plays.
  package var policy: BufferingPolicy { setting.scenario.policy }
}

/// How a player adapted, as far as a report tells of it.
package struct AdaptationReport: Sendable {
  /// What was played by what.
  package let subject: LadderSubject
  /// What happened, with each decision, segment and failure.
  package let played: LadderSession
  /// The figures of merit of adaptation.
  package let summary: LadderSummary
  /// The best that any player could have made of it; `nil` if nobody asked.
  package var optimum: Optimum?

  init(
    _ subject: LadderSubject, _ played: LadderSession,
    optimumGapsFor objectives: [Optimum.Objective]
  ) {
    self.subject = subject
    self.played = played
    var summary = LadderSummary(played, of: subject.media.ladder)
    summary.findOptimumGaps(of: played, in: subject.scenario, for: objectives)
    self.summary = summary
  }

  /// What was played.
  package var ladder: Ladder { subject.media.ladder }

  /// How far the viewer is behind the camera; `nil` on demand, or if nothing was played meanwhile.
  package var latency: LiveLatency? { summary.latency }

  /// The score of the session by which ``optimum`` is the best; `nil` if it is not comparable, as
  /// where the user paused or sought.
  var sessionScore: Double? { optimum?.score(of: played, in: subject.scenario) }

  /// The levels of what was loaded of the first lane.
  package var levels: LevelCourse { LevelCourse(played, lane: 0, duration: ladder.duration) }
}
