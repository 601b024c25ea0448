package import PlayheadModel

/// What a rule chose, and why.
package struct Decision: Hashable, Sendable {
  /// The number of the level, 0 the lowest.
  package var level: Int
  /// How long to wait before the segment is requested.
  package var delay: WallTime
  /// The throughput that the rule reckons with, in bits per second; `nil` if it has none.
  package var estimate: Double?
  /// Why this level, as a phrase: "highest below 0.9 of the estimate".
  package var reason: String
  /// Whether a download that it abandons goes on until the playlist of its level is in, if that is
  /// loaded first.
  package var keepsDownload = false
  /// What the next level above takes of the throughput; `nil` at the highest, and where something
  /// else than throughput decides.
  package var next: Next?

  /// A level that was not chosen, as a rule reckons.
  package struct Next: Hashable, Sendable {
    /// The number of the level.
    package let level: Int
    /// Its bit rate, with that of what is loaded beside it, in bits per second.
    package let bitRate: Double
    /// The share of the throughput that it may take.
    package let share: Double

    /// Level `level` of `bitRate`, which may take `share` of the throughput.
    package init(level: Int, bitRate: Double, share: Double) {
      self.level = level
      self.bitRate = bitRate
      self.share = share
    }

    /// The throughput that it needs, in bits per second.
    package var needed: Double { bitRate / share }
  }

  /// `level`, for `reason`, after `delay`.
  package init(
    level: Int, reason: String, estimate: Double? = nil, delay: WallTime = .zero, next: Next? = nil
  ) {
    self.level = level
    self.reason = reason
    self.estimate = estimate
    self.delay = delay
    self.next = next
  }

  /// Whether it is the same level at the same time, for whatever reason.
  package func isSameChoice(as other: Decision) -> Bool {
    level == other.level && delay == other.delay
  }
}
