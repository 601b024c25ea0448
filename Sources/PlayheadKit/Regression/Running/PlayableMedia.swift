/// All that a session asks of a media file.
public struct PlayableMedia: Sendable {
  /// What of it is played.
  public var presentation: Presentation
  /// The SHA-256 of the file in small hexadecimal digits, if that came with reading it.
  public var digest: String?

  /// Media of which `presentation` is played.
  public init(_ presentation: Presentation) {
    self.presentation = presentation
  }
}

extension CheckCase {
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
    tickInterval: MediaTime? = nil, recordsEvents: Bool = false
  ) -> Scenario {
    Scenario(
      media.presentation, over: link, by: transport, policy: policy, actions: actions,
      repeats: loops - 1,
      options: SessionOptions(
        tickInterval: tickInterval, limit: limit, recordsEvents: recordsEvents))
  }

  /// Holds `session` against what is expected.
  func checked(_ session: Session) -> CheckedSession {
    let summary = SessionSummary(session)
    return CheckedSession(
      summary: summary, stalls: session.stalls,
      results: expectations.map { $0.result(summary, stalls: session.stalls) })
  }
}
