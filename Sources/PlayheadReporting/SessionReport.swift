public import PlayheadAnalysis
public import PlayheadModel

/// Everything that a report on one session is made from.
public struct SessionReport: Sendable {
  /// What was played, over what, by what.
  public package(set) var setting: SessionSetting
  /// What happened.
  public package(set) var session: Session
  /// The figures of merit.
  public package(set) var summary: SessionSummary
  /// Why it waits; `nil` if nobody asked.
  public package(set) var causes: SessionCauses?
  /// The same session with changes that were asked for; `nil` if none were.
  public package(set) var whatIf: WhatIf?
  /// How sure the figures are; `nil` if nobody asked.
  public package(set) var spread: Spread?

  /// A report on `session`, which was played in `setting`, with the causes of its waits if they are
  /// known.
  public init(_ setting: SessionSetting, _ session: Session, causes: SessionCauses? = nil) {
    self.setting = setting
    self.session = session
    self.causes = causes
    summary = SessionSummary(session, damage: setting.media.damage)
  }

  /// What was played.
  public var media: MediaDescription {
    get { setting.media }
    set { setting.media = newValue }
  }
  /// Over what it was played.
  public var link: NetworkLink { setting.scenario.link }
  /// How the link's rate reached requests.
  public var transport: Transport { setting.scenario.transport }
  /// What the user did, and for how long the session could last.
  public var run: RunSettings { RunSettings(setting.scenario) }
  /// By which player.
  public var policy: BufferingPolicy { setting.scenario.policy }
}
