package import PlayheadModel

/// What the levels and stalls of a session are worth.
package struct SessionScore: Hashable, Sendable {
  /// What a segment is worth by its level.
  package let utility: Utility
  /// What a change of level costs, as a factor of the difference of utilities.
  package let changeCost: Double
  /// What stalls cost; `nil` where they are not allowed.
  package let stallCost: StallCost?

  /// What a segment is worth by its level.
  package enum Utility: Hashable, Sendable {
    /// The declared bit rate in Mbit/s.
    case bitRate
    /// The logarithm of the declared bit rate over that of the lowest level.
    case logarithm

    /// What a segment of each of `levels` is worth.
    func values(of levels: [Level]) -> [Double] {
      let rates = levels.map { Double($0.bitRate.bitsPerSecond) }
      return switch self {
      case .bitRate: rates.map { $0 / 1e6 }
      case .logarithm: rates.map { Elementary.logarithm(max($0, 1) / max(rates[0], 1)) }
      }
    }
  }

  /// What stalls cost.
  package enum StallCost: Hashable, Sendable {
    /// This for a second.
    case perSecond(Double)
    /// This for the length of a segment.
    case perSegmentLength(Double)
  }

  /// A score of `utility`, less the costs.
  ///
  /// - Precondition: costs are not negative.
  package init(_ utility: Utility, changeCost: Double = 0, stallCost: StallCost?) {
    let cost: Double =
      switch stallCost {
      case .perSecond(let cost), .perSegmentLength(let cost): cost
      case nil: 0
      }
    precondition(changeCost >= 0 && cost >= 0, "a cost that is a gain")
    self.utility = utility
    self.changeCost = changeCost
    self.stallCost = stallCost
  }

  /// The linear QoE of MPC: Mbit/s, less 4.3 for a second stalled, less the changes.
  package static let linear = SessionScore(
    .bitRate, changeCost: 1, stallCost: .perSecond(linearStallCost))

  /// BOLA's: logarithmic utility, less γp = 5 for the length of a segment stalled.
  package static let bola = SessionScore(.logarithm, stallCost: .perSegmentLength(bolaStallCost))

  /// The highest bit rate without a stall.
  package static let stallFree = SessionScore(.bitRate, stallCost: nil)

  /// What a second stalled costs in the linear QoE of MPC, as Pensieve sets it, in Mbit/s.
  static let linearStallCost = 4.3

  /// What the length of a segment stalled costs in BOLA's score, as Sabre sets it by default (γp).
  static let bolaStallCost = 5.0

  /// The utility of each level of `lane`.
  func utilities(of lane: LadderLane) -> [Double] { utility.values(of: lane.levels) }

  /// The cost of a second stalled in a session of `lane`; zero where stalls are not allowed.
  func costOfStalledSecond(in lane: LadderLane) -> Double {
    switch stallCost {
    case .perSecond(let cost): cost
    case .perSegmentLength(let cost):
      cost / max(lane.levels[0].segments[0].duration.seconds, 1e-9)
    case nil: 0
    }
  }

  /// The score of a session that plays `levels` of `lane`, stalled for `stalled` in all; `nil` if
  /// it stalls where that is not allowed.
  package func value(of levels: [Int], stalled: WallTime, in lane: LadderLane) -> Double? {
    guard stallCost != nil || stalled == .zero else { return nil }
    let utilities = utilities(of: lane)
    var sum = 0.0
    var last: Int?
    for level in levels {
      sum += utilities[level]
      if let last { sum -= changeCost * abs(utilities[level] - utilities[last]) }
      last = level
    }
    return sum - costOfStalledSecond(in: lane) * stalled.seconds
  }
}
