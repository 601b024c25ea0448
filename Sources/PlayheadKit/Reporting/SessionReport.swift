/// Everything that a report on one session is made from.
public struct SessionReport: Sendable {
  /// What was played.
  public var media: MediaDescription
  /// Over what it was played.
  public var link: Link
  /// How much of TCP held it back.
  public var transport: Transport
  /// By which player.
  public var policy: BufferingPolicy
  /// What happened.
  public var session: Session
  /// The figures of merit.
  public var summary: SessionSummary

  /// A report on `session`.
  public init(
    media: MediaDescription, link: Link, transport: Transport = .fluid, policy: BufferingPolicy,
    session: Session
  ) {
    self.media = media
    self.link = link
    self.transport = transport
    self.policy = policy
    self.session = session
    summary = SessionSummary(session, damage: media.damage)
  }
}
