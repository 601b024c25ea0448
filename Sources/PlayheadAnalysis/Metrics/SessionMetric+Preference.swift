extension SessionMetric {
  /// The direction in which a metric improves for the viewer.
  package enum Preference: Hashable, Sendable {
    /// Lower values.
    case lower
    /// Higher values.
    case higher
    /// Neither: more has both advantages and disadvantages, or describes the session rather than
    /// its quality.
    case none
  }

  /// The direction in which the metric improves.
  ///
  /// It decides whether a difference is an improvement. A lower elapsed time is better, as the
  /// played time is compared on its own.
  package var preference: Preference { row.better }

  /// What a viewer notices of a session.
  package enum Noticed: Hashable, Sendable {
    /// How long it takes to start.
    case startup
    /// Stalls.
    case stalls
    /// A frozen picture.
    case freezes
    /// Missing sound.
    case silence
    /// How long seeks take.
    case seeks
    /// The quality of what is played.
    case quality
    /// Missing or undecodable media.
    case damage
    /// How much of it is played, and whether to its end.
    case end
  }

  /// What the metric measures of it; `nil` of one that measures nothing that a viewer notices.
  package var noticed: Noticed? { row.noticed }

  /// Whether it counts or measures stalls.
  package var isOfStalls: Bool {
    noticed == .stalls
      || [.rebufferRatio, .rebufferRatioWatch, .stallsPerMinute].contains(self)
  }
}
