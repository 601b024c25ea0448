public import PlayheadLadder
public import PlayheadModel

/// The least change of a family that breaks what is expected of a session.
public struct WorstCase: Hashable, Sendable {
  /// The kinds of changes.
  public enum Family: String, CaseIterable, Hashable, Sendable {
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
  public enum Evidence: Hashable, Sendable {
    /// By closed form: one nanosecond, or one bit per second, less does not, as playing it shows.
    case exact
    /// By playing all that is smaller on a grid.
    case grid(Grid)
  }

  /// The changes that were played.
  public struct Grid: Hashable, Sendable {
    /// The sizes up to the one found, or all of them, in nanoseconds or millionths.
    public package(set) var sizes: [Int64]
    /// The distance between places in the session; `nil` where there are none.
    public package(set) var placeStep: WallTime?
    /// The number of places.
    public package(set) var placeCount: Int
    /// To how much the size was found at its place, between the last size that breaks nowhere and
    /// the first one that does; in nanoseconds or millionths, zero if it is on the grid.
    public package(set) var resolution: Int64
  }

  /// The kind of change.
  public package(set) var family: Family
  /// Which share of the rate is missing in a dip; `nil` elsewhere.
  public package(set) var depth: Ratio?
  /// The least change; `nil` if none breaks the expectation.
  public package(set) var change: NetworkChange?
  /// The network with it.
  public package(set) var profile: BandwidthProfile?
  /// How it is known.
  public package(set) var evidence: Evidence
  /// The number of sessions that it took.
  public package(set) var sessionCount: Int
  /// Whether everything was played that had to be; otherwise the budget was used up before.
  public package(set) var isComplete: Bool

  /// The request that is lost.
  public var faults: [RequestFault] {
    if case .lost(let fault)? = change { [fault] } else { [] }
  }
}
