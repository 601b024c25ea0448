package import PlayheadAnalysis
package import PlayheadModel

/// How a session fails to play through, for those who keep one example of each way.
package enum FailureKind: String, CaseIterable, Hashable, Sendable {
  /// It ended otherwise than at the end of the media.
  case starved, limit, gap, error, paused
  /// It stalled.
  case stalls
  /// The picture froze.
  case freezes

  /// How a session with `summary` failed; `nil` if it played through.
  package init?(_ summary: SessionSummary) {
    if summary.endReason != .ended {
      self.init(rawValue: summary.endReason.rawValue)
    } else if summary.stallCount > 0 {
      self = .stalls
    } else if summary.frozenCount > 0 {
      self = .freezes
    } else {
      return nil
    }
  }

  /// The expectation that it breaks.
  package var expectation: SessionExpectation {
    switch self {
    case .stalls: SessionExpectation(.noStall(before: nil))
    case .freezes: SessionExpectation(.metric(.frozenCount, .equal, .count(0)))
    case .starved, .limit, .gap, .error, .paused:
      SessionExpectation(.metric(.endReason, .equal, .word(Session.EndReason.ended.rawValue)))
    }
  }
}

extension BrokenCase {
  /// The shortest network on which the case fails as it does over `profile`; `nil` if it plays
  /// through there.
  package func fixture(
    over profile: BandwidthProfile, budget: Int
  ) throws(WorstCaseProblem) -> WorstFixture? {
    let session = try session(try scenario(over: profile))
    guard let kind = FailureKind(session.summary) else { return nil }
    let end = session.summary.elapsed + session.summary.elapsed + .seconds(60)
    let base = profile.unrolled(until: end)
    func fails(over profile: BandwidthProfile) throws(WorstCaseProblem) -> Bool {
      FailureKind(try self.session(try scenario(over: profile)).summary) == kind
    }
    guard try fails(over: base) else { return nil }
    let shrunk = try ProfileShrinking.shrink(base, budget: budget) {
      profile throws(WorstCaseProblem) in try fails(over: profile)
    }
    return WorstFixture(profile: shrunk.profile, faults: [], isMinimal: shrunk.isMinimal)
  }
}
