package import PlayheadModel

/// A rule that chooses the level of each segment of a lane.
///
/// A rule is a value: what it remembers, its estimators among it, is part of it, and the same
/// observations give the same decisions. It has no clock and no source of randomness; floating
/// point is used in here only, in the order of operations of the rule that is reproduced.
package protocol AdaptationRule: Sendable {
  /// Takes note of a finished or abandoned download of any lane.
  ///
  /// The observation is of the lane of the download, at its end, before a segment is in the buffer.
  mutating func downloaded(_ download: Download, _ observation: Observation)
  /// Chooses the level of the next segment.
  mutating func decide(_ observation: Observation) -> Decision
  /// What ``decide(_:)`` would choose now, of a segment that it is asked for later, to open its
  /// level ahead.
  ///
  /// Later decisions do not depend on it.
  mutating func decideAhead(_ observation: Observation) -> Decision
  /// How often a running download of a segment is looked at, throughout a session; `nil` for never.
  var progressInterval: ProgressInterval? { get }
  /// Whether to abandon a running download of a segment, and for which level; `nil` to go on.
  mutating func abandon(_ progress: DownloadProgress, _ observation: Observation) -> Decision?
  /// Whether what is learnt of one lane may have downloads of others abandoned at once.
  var reconsiders: Bool { get }
  /// Whether to abandon a running download of a segment, after something was learnt of any lane.
  mutating func reconsider(_ progress: DownloadProgress, _ observation: Observation) -> Decision?
  /// Draws what varies from run to run of the rule, before anything is asked of it.
  mutating func vary(by draw: RunDraw)
  /// Whether segments that are loaded ahead are ever discarded.
  var discardsSegments: Bool { get }
  /// The place in `queue` from which on all segments are discarded, to be loaded anew; `nil` to
  /// keep all.
  ///
  /// It is asked before the next segment is decided on. `queue` has the segments that are loaded
  /// ahead, in order, and is not empty.
  mutating func discard(_ queue: [QueuedSegment], _ observation: Observation) -> Int?
  /// The player has looked `count` times for a segment that is not there yet, and asked the rule
  /// each time, which chose the level that it is at.
  mutating func looked(_ count: Int, _ observation: Observation)
  /// A manifest of all levels was loaded again.
  mutating func updated(_ observation: Observation)
  /// The playhead was moved, so that loading starts elsewhere.
  mutating func jumped(_ observation: Observation)
}

/// A segment that is loaded ahead of the playhead.
package struct QueuedSegment: Hashable, Sendable {
  /// The number of its level.
  package let level: Int
  /// The number of the segment in its level.
  package let segment: Int
  /// The media time that the manifest gives it.
  package let declared: TimeRange
  /// Where it ends as it is loaded.
  package let end: MediaTime

  /// Segment `segment` of `level`, which the manifest gives the media time `declared`, and which
  /// ends with that or at `end`.
  package init(level: Int, segment: Int, declared: TimeRange, end: MediaTime? = nil) {
    self.level = level
    self.segment = segment
    self.declared = declared
    self.end = end ?? declared.end
  }
}

extension AdaptationRule {
  /// Nothing is remembered of downloads.
  package mutating func downloaded(_ download: Download, _ observation: Observation) {}
  /// A copy of the rule decides.
  package mutating func decideAhead(_ observation: Observation) -> Decision {
    var copy = self
    return copy.decide(observation)
  }
  /// Downloads are never looked at while they run.
  package var progressInterval: ProgressInterval? { nil }
  /// Downloads are never abandoned.
  package mutating func abandon(
    _ progress: DownloadProgress, _ observation: Observation
  ) -> Decision? { nil }
  /// Each lane is looked at by itself.
  package var reconsiders: Bool { false }
  /// Nothing is abandoned but by looks at the download itself.
  package mutating func reconsider(
    _ progress: DownloadProgress, _ observation: Observation
  ) -> Decision? { nil }
  /// Nothing of it varies.
  package mutating func vary(by draw: RunDraw) {}
  /// What is loaded is kept.
  package var discardsSegments: Bool { false }
  /// Nothing is discarded.
  package mutating func discard(_ queue: [QueuedSegment], _ observation: Observation) -> Int? {
    nil
  }
  /// Looks are forgotten.
  package mutating func looked(_ count: Int, _ observation: Observation) {}
  /// An update changes nothing.
  package mutating func updated(_ observation: Observation) {}
  /// A jump changes nothing.
  package mutating func jumped(_ observation: Observation) {}
}
