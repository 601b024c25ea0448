/// The parts of a media file that a session needs.
public struct PlayableMedia: Sendable {
  /// The selected tracks, ready to play.
  public var presentation: Presentation
  /// The size of the file, in bytes.
  public var resourceBytes: Int64
  /// The SHA-256 of the file in lowercase hexadecimal, if computed while reading.
  public var digest: String?
  /// What is missing from the file, and what of it cannot be decoded.
  public var damage: MediaDamage

  /// Media of the parts given.
  public init(
    _ presentation: Presentation, resourceBytes: Int64, damage: MediaDamage = .none
  ) {
    self.presentation = presentation
    self.resourceBytes = resourceBytes
    self.damage = damage
  }
}

extension CheckCase {
  /// The session of the case, before its start.
  ///
  /// - Parameters:
  ///   - media: its media.
  ///   - link: its network.
  ///   - policy: its player.
  ///   - tickInterval: the wall time between rows of the timeline; `nil` for no rows.
  ///   - recordsEvents: whether events are recorded.
  /// - Returns: the simulation, before its first step.
  public func simulation(
    of media: PlayableMedia, over link: Link, policy: BufferingPolicy,
    tickInterval: MediaTime? = nil, recordsEvents: Bool = false
  ) -> Simulation {
    let duration = media.presentation.duration
    return Simulation(
      media.presentation, resourceBytes: media.resourceBytes, link: link, transport: transport,
      policy: policy, actions: actions, repeats: loops - 1,
      options: SessionOptions(
        tickInterval: tickInterval,
        limit: limit ?? SessionOptions.defaultLimit(for: duration, loops: loops),
        recordsEvents: recordsEvents))
  }

  /// Checks `session`, which played media with `damage`, against what is expected.
  func checked(_ session: Session, damage: MediaDamage) -> CheckedSession {
    let summary = SessionSummary(session, damage: damage)
    return CheckedSession(
      summary: summary, stalls: session.stalls,
      results: expectations.map { $0.result(summary, stalls: session.stalls) })
  }
}
