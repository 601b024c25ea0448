package import PlayheadModel

/// A segment of a session that the player could not play.
package struct SegmentFailure: Hashable, Sendable {
  /// When that was known.
  package let wallTime: WallTime
  /// Where the playhead was.
  package let playhead: MediaTime
  /// The number of the lane.
  package let lane: Int
  /// The number of the level.
  package let level: Int
  /// The number of the segment in its level.
  package let segment: Int
  /// What could not be had: the segment, or something that it needs.
  package let content: Download.Content
  /// The media time of the segment.
  package let shown: TimeRange
  /// What it lacks.
  package let kind: Kind
  /// Why it cannot be played, in words.
  package let reason: String
  /// The number of the attempt, of those that the player counts together.
  package let attempt: Int
  /// What the player does next.
  package let response: Response

  /// What a segment lacks.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// Its server refuses it.
    case missing
    /// Its server has an error, or asks for another attempt: HTTP status 5xx, 408, 425 and 429.
    case serverError
    /// Its server does not answer.
    case timeout
    /// The connection to its server breaks.
    case brokenConnection
    /// Its bytes show nothing.
    case unreadable
    /// It ends early, or comes behind one that does.
    case truncated
    /// The playlist marks it as a gap.
    case gap
    /// The playlist that is to list it does not change any more, or begins anew.
    case stalePlaylist

    /// Whether nothing of the segment came.
    var isOfRequest: Bool {
      [.missing, .serverError, .timeout, .brokenConnection].contains(self)
    }
  }

  /// What a player does about it.
  package enum Response: Hashable, Sendable {
    /// It makes another attempt at the same level after a delay.
    case retry(delay: WallTime)
    /// It turns to another server for the same level, which has this copy of it.
    case copy(number: Int)
    /// It turns to another level.
    case fallback(level: Int)
    /// What it does in the end, after a delay.
    case outcome(SegmentFailureRule.Outcome, delay: WallTime)
  }
}

extension LadderSegment {
  /// What it lacks, as it has ``damage``.
  var failureKind: SegmentFailure.Kind {
    resource.bytes == 0 ? .missing : isTruncated ? .truncated : .unreadable
  }
}
