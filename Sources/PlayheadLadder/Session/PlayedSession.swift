public import PlayheadModel

/// A session that was played to its end.
public struct PlayedSession: Hashable, Sendable {
  /// What happened to playback.
  public let session: Session
  /// All of the session if it played a ladder: its decisions, segments and failures.
  public let ladder: LadderSession?

  /// The session of a file.
  public init(_ session: Session) {
    self.session = session
    ladder = nil
  }

  /// The session of a ladder.
  public init(_ ladder: LadderSession) {
    session = ladder.session
    self.ladder = ladder
  }
}
