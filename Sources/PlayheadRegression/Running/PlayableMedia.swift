import PlayheadAnalysis
public import PlayheadModel

/// The parts of a media file that a session needs.
public struct PlayableMedia: Sendable {
  /// The selected tracks, ready to play.
  public var presentation: Presentation
  /// The SHA-256 of the file in small hexadecimal digits, if that came with reading it.
  public var digest: String?
  /// What is missing from the file, and what of it cannot be decoded.
  public var damage: MediaDamage
  /// How much was decoded; never ``DecodeMode/auto``.
  public var decoded: DecodeMode
  /// What is unusual about the file though nothing is missing, one sentence each, such as timestamps
  /// that restart.
  public var remarks: [String]

  /// Media whose `presentation` is played.
  public init(
    _ presentation: Presentation, damage: MediaDamage = .none, decoded: DecodeMode = .none,
    remarks: [String] = []
  ) {
    self.presentation = presentation
    self.damage = damage
    self.decoded = decoded
    self.remarks = remarks
  }
}

extension SuiteCase {
  /// What the case plays, over what, by what.
  ///
  /// - Parameters:
  ///   - media: its media.
  ///   - link: its network.
  ///   - policy: its player.
  ///   - tickInterval: the wall time between rows of the timeline; `nil` for no rows.
  ///   - recordsEvents: whether events are kept.
  /// - Returns: the scenario, which has the limit of the case or the default one.
  public func scenario(
    of media: PlayableMedia, over link: Link, policy: BufferingPolicy,
    tickInterval: WallTime? = nil, recordsEvents: Bool = false
  ) -> Scenario {
    Scenario(
      media.presentation, over: link, by: transport, policy: policy, actions: actions,
      repeats: loops - 1,
      options: SessionOptions(
        tickInterval: tickInterval, limit: limit, recordsEvents: recordsEvents))
  }

  /// Checks `session`, which played media with `damage`, against its expectations.
  func checked(_ session: Session, damage: MediaDamage) -> CheckedSession {
    let summary = SessionSummary(session, damage: damage)
    return CheckedSession(
      summary: summary, stalls: session.stalls, standstill: Standstill(session),
      results: expectations.map { $0.result(summary, stalls: session.stalls) })
  }
}
