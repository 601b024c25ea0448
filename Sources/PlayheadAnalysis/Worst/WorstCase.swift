package import PlayheadLadder
package import PlayheadModel

/// The least change of a family that breaks what is expected of a session.
package struct WorstCase: Hashable, Sendable {
  /// The kinds of changes.
  package enum Family: String, CaseIterable, Hashable, Sendable {
    /// All rates are lower by the same share.
    case rates
    /// Every request takes longer to its first byte.
    case latency
    /// Part of the rate is missing for a while.
    case dip
    /// Nothing is carried for a while.
    case outage
    /// One request is lost.
    case request
    /// The network itself breaks the expectation, and this part of it is enough.
    case window
  }

  /// How it is known that nothing smaller breaks the expectation.
  package enum Evidence: Hashable, Sendable {
    /// By closed form: one nanosecond, or one bit per second, less does not, as playing it shows.
    case exact
    /// By playing all that is smaller on a grid.
    case grid(Grid)
  }

  /// The changes that were played.
  package struct Grid: Hashable, Sendable {
    /// The sizes up to the one found, or all of them, in nanoseconds or millionths.
    package var sizes: [Int64]
    /// The distance between places in the session; `nil` where there are none.
    package var placeStep: WallTime?
    /// The number of places.
    package var placeCount: Int
    /// To how much the size was found at its place, between the last size that breaks nowhere and
    /// the first one that does; in nanoseconds or millionths, zero if it is on the grid.
    package var resolution: Int64
  }

  /// The kind of change.
  package var family: Family
  /// Which share of the rate is missing in a dip; `nil` elsewhere.
  package var depth: Ratio?
  /// The least change; `nil` if none breaks the expectation.
  package var change: NetworkChange?
  /// The network with it.
  package var profile: BandwidthProfile?
  /// How it is known.
  package var evidence: Evidence
  /// The number of sessions that it took.
  package var sessionCount: Int
  /// Whether everything was played that had to be; otherwise the budget was used up before.
  package var isComplete: Bool

  /// The request that is lost.
  package var faults: [RequestFault] {
    if case .lost(let fault)? = change { [fault] } else { [] }
  }
}
