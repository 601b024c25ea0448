import PlayheadLadder
package import PlayheadModel

/// What was found in the levels of a lane.
package struct LaneFaults: Hashable, Sendable {
  /// The number of the lane.
  package let lane: Int
  /// Where it was found, at most once a level, lowest level first; at least one.
  package let faults: [LevelFault]
}

/// Something about a ladder that a reviewer would object to.
package typealias LadderFinding = Finding<LaneFaults>

extension LadderFinding {
  init(
    _ rule: InspectionRule, severity: Severity? = nil, lane: Int = 0, _ faults: [LevelFault]
  ) {
    self.init(rule, severity, LaneFaults(lane: lane, faults: faults))
  }
}

/// Where a level has a fault, and what was measured there.
package struct LevelFault: Hashable, Sendable {
  /// The number of the level.
  package let level: Int
  /// The number of the worst segment, or the first if they are alike; `nil` if it is about all of
  /// them.
  package let segment: Int?
  /// How many segments of the level have the fault; zero if it is about all of them.
  package let count: Int
  /// What was measured.
  package let evidence: Evidence

  init(level: Int, segment: Int? = nil, count: Int = 0, _ evidence: Evidence) {
    self.level = level
    self.segment = segment
    self.count = count
    self.evidence = evidence
  }

  /// The same in a level in which so many segments come before.
  func moved(by count: Int) -> LevelFault {
    LevelFault(level: level, segment: segment.map { $0 + count }, count: self.count, evidence)
  }

  /// What a fault rests on.
  package enum Evidence: Hashable, Sendable {
    /// A bit rate, and the one that it should be near.
    case rates(BitRate, against: BitRate)
    /// A time, and the one that it should be near or below.
    case times(MediaTime, against: MediaTime)
    /// A number of segments or of what the rule is about, and the one that it should be.
    case counts(Int, against: Int)
    /// What is declared or listed, and what it should be.
    case texts(String, against: String)
    /// Why a segment shows nothing.
    case damage(String)
    /// Nothing more than that it is so.
    case presence
  }
}
