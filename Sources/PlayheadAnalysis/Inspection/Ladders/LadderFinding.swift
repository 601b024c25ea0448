import PlayheadLadder
package import PlayheadModel

/// Something about a ladder that a reviewer would object to.
package struct LadderFinding: Hashable, Sendable {
  /// What was looked for.
  package let rule: InspectionRule
  /// How bad it is.
  package internal(set) var severity: Severity
  /// The number of the lane that it is about.
  package let lane: Int
  /// Where it was found, at most once a level, lowest level first; at least one.
  package let faults: [LadderFault]
  /// What it costs on the reference link; `nil` if nothing shows what it would be without it.
  package internal(set) var cost: LadderCost?

  init(
    _ rule: InspectionRule, _ severity: Severity, lane: Int = 0, _ faults: [LadderFault]
  ) {
    self.rule = rule
    self.severity = severity
    self.lane = lane
    self.faults = faults
  }
}

/// Where a level has a fault, and what was measured there.
package struct LadderFault: Hashable, Sendable {
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
  func moved(by count: Int) -> LadderFault {
    LadderFault(level: level, segment: segment.map { $0 + count }, count: self.count, evidence)
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

/// What a finding costs viewers: waits with it less waits without it.
package enum LadderCost: Hashable, Sendable {
  /// Wall time of the startup and of stalls; negative where it saves them.
  case waits(startup: WallTime, stalled: WallTime)
  /// Playback reaches its end only without it.
  case neverEnds

  /// Whether viewers wait for it.
  package var isCostly: Bool {
    switch self {
    case .waits(let startup, let stalled): startup + stalled > .zero
    case .neverEnds: true
    }
  }
}
