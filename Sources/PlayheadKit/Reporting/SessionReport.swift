/// Everything that a report on one session is made from.
public struct SessionReport: Sendable {
  /// What was played.
  public var media: MediaDescription
  /// Over what it was played.
  public var link: Link
  /// By which player.
  public var policy: BufferingPolicy
  /// What happened.
  public var session: Session
  /// The figures of merit.
  public var summary: SessionSummary

  /// A report on `session`.
  public init(
    media: MediaDescription, link: Link, policy: BufferingPolicy, session: Session
  ) {
    self.media = media
    self.link = link
    self.policy = policy
    self.session = session
    summary = SessionSummary(session)
  }
}
