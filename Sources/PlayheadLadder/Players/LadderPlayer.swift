public import PlayheadModel

/// A player of ladders: how it chooses levels, when it loads, in which order, and when it plays.
public struct LadderPlayer: Hashable, Sendable {
  /// Its name in reports, with the version: `hls.js-1.6.15`.
  public var name: String
  /// What it is and where its values come from, in one sentence.
  public var summary: String
  /// The name of its rule of adaptation.
  public var rule: String
  /// When it starts and resumes.
  public var policy: BufferingPolicy
  /// When and in which order it loads.
  package var loading: LadderLoading
  /// How it plays live presentations.
  package var live: LivePlayback

  /// The player `name`, which adapts by `rule`.
  package init(
    name: String, summary: String, rule: String, policy: BufferingPolicy,
    live: LivePlayback = LivePlayback(), loading: LadderLoading
  ) {
    self.name = name
    self.summary = summary
    self.rule = rule
    self.policy = policy
    self.loading = loading
    self.live = live
  }
}
