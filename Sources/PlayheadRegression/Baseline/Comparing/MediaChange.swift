/// Media that has other bytes than a baseline recorded, as after another encode.
public struct MediaChange: Hashable, Sendable {
  /// How a case whose media changed is judged.
  public enum Rule: String, CaseIterable, Hashable, Sendable {
    /// It fails, whatever its metrics are: what was reviewed is no longer what is played.
    case fail
    /// It fails if it is worse than recorded.
    case compare
  }

  /// The recorded media.
  public package(set) var recorded: RecordedMedia
  /// The media that was played.
  public package(set) var found: RecordedMedia
  /// How the case is judged.
  public package(set) var rule: Rule

  /// The change from `recorded` to `found`, judged by `rule`.
  public init(recorded: RecordedMedia, found: RecordedMedia, judgedBy rule: Rule) {
    self.recorded = recorded
    self.found = found
    self.rule = rule
  }
}
