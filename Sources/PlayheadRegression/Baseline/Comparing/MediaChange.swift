/// Media that has other bytes than a baseline recorded, as after another encode.
package struct MediaChange: Hashable, Sendable {
  /// How a case whose media changed is judged.
  package enum Rule: String, CaseIterable, Hashable, Sendable {
    /// It fails, whatever its metrics are: what was reviewed is no longer what is played.
    case fail
    /// It fails if it is worse than recorded.
    case compare
  }

  /// The recorded media.
  package var recorded: RecordedMedia
  /// The media that was played.
  package var found: RecordedMedia
  /// How the case is judged.
  package var rule: Rule

  /// The change from `recorded` to `found`, judged by `rule`.
  package init(recorded: RecordedMedia, found: RecordedMedia, judgedBy rule: Rule) {
    self.recorded = recorded
    self.found = found
    self.rule = rule
  }
}
