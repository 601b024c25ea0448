package import PlayheadAnalysis
package import PlayheadModel

/// Everything that a report on one session is made from.
package struct SessionReport: Sendable {
  /// What was played, over what, by what.
  package var setting: SessionSetting
  /// What happened.
  package var session: Session
  /// The figures of merit.
  package var summary: SessionSummary
  /// Why it waits; `nil` if nobody asked.
  package var causes: SessionCauses?
  /// The same session with changes that were asked for; `nil` if none were.
  package var whatIf: WhatIf?
  /// How sure the figures are; `nil` if nobody asked.
  package var spread: Spread?

  /// A report on `session`, which was played in `setting`, with the causes of its waits if they are
  /// known.
  package init(_ setting: SessionSetting, _ session: Session, causes: SessionCauses? = nil) {
    self.setting = setting
    self.session = session
    self.causes = causes
    summary = SessionSummary(session, damage: setting.media.damage)
  }

  /// What was played.
  package var media: MediaDescription {
    get { setting.media }
    set { setting.media = newValue }
  }
  /// Over what it was played.
  package var link: NetworkLink { setting.scenario.link }
  /// How the link's rate reached requests.
  package var transport: Transport { setting.scenario.transport }
  /// What the user did, and for how long the session could last.
  package var run: RunSettings { RunSettings(setting.scenario) }
  /// By which player.
  package var policy: BufferingPolicy { setting.scenario.policy }
}
