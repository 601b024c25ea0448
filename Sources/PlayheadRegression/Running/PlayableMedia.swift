import PlayheadAnalysis
public import PlayheadLadder
public import PlayheadModel

/// The parts of a media file, or of a ladder, that a session needs.
public struct PlayableMedia: Sendable {
  /// What is played.
  package enum Content: Hashable, Sendable {
    /// The selected tracks of a file, ready to play.
    case file(Presentation)
    /// HLS, DASH, or another ladder of segments.
    case ladder(Ladder)
  }

  /// What is played.
  package var content: Content
  /// The SHA-256 of the file in small hexadecimal digits, if that came with reading it.
  public var digest: String?
  /// ``PlayheadModel/MediaIndex/digest`` of a file; `nil` if its reader does not tell.
  package var indexDigest: String?
  /// What is missing from the media, and what of it cannot be decoded.
  public var damage: MediaDamage
  /// How much was decoded, never ``DecodeMode/auto``; `nil` of a ladder, whose segments never are.
  public var decoded: DecodeMode?
  /// What is unusual about the media though nothing is missing, one sentence each, such as
  /// timestamps that restart.
  public var remarks: [String]

  /// A file whose `presentation` is played.
  public init(
    _ presentation: Presentation, damage: MediaDamage = .none, decoded: DecodeMode = .none,
    remarks: [String] = []
  ) {
    content = .file(presentation)
    self.damage = damage
    self.decoded = decoded
    self.remarks = remarks
  }

  /// `ladder`, of which there are `remarks`.
  public init(_ ladder: Ladder, remarks: [String] = []) {
    content = .ladder(ladder)
    damage = ladder.damage
    decoded = nil
    self.remarks = remarks
  }
}

extension SuiteCase {
  /// Checks `session`, which played media with `damage`, against its expectations.
  ///
  /// - Parameters:
  ///   - session: the session.
  ///   - damage: what is missing of its media.
  ///   - adaptation: the figures of its adaptation, if it played a ladder.
  ///   - spread: many runs of the case; `nil` unless an expectation is of them.
  /// - Returns: the session's figures, and the result of each expectation.
  func checked(
    _ session: Session, damage: MediaDamage, adaptation: LadderSummary? = nil,
    spread: Spread? = nil
  ) -> CheckedSession {
    let summary = SessionSummary(session, damage: damage, adaptation: adaptation)
    return CheckedSession(
      summary: summary, stalls: session.stalls, standstill: Standstill(session),
      results: expectations.map { $0.result(summary, stalls: session.stalls, spread: spread) })
  }
}
