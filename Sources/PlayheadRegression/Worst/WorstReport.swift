package import PlayheadAnalysis
package import PlayheadFiles
package import PlayheadLadder
package import PlayheadModel

/// The least changes to a network that break what is expected of a case.
package struct WorstReport: Sendable {
  /// A change with what comes of it.
  package struct Finding: Sendable {
    package var worst: WorstCase
    /// The session with it; `nil` if none was found.
    package var session: CheckedSession?
    /// What to keep of it; `nil` if none was found.
    package var fixture: WorstFixture?
  }

  /// The case.
  package var suiteCase: SuiteCase
  /// The network as it was asked for.
  package var network: GivenNetwork
  /// The network with everything done to it.
  package var profile: BandwidthProfile
  /// The session on it.
  package var session: CheckedSession
  package var findings: [Finding]

  /// Whether the network itself breaks an expectation.
  package var isBroken: Bool { session.isBroken }
}

/// A network that breaks an expectation, in as few numbers as will do.
package struct WorstFixture: Hashable, Sendable {
  /// The network, which holds its last interval.
  package var profile: BandwidthProfile
  /// The requests that fail.
  package var faults: [RequestFault]
  /// Whether no interval can be left out and no number can lose a digit; otherwise the budget was
  /// used up before.
  package var isMinimal: Bool

  package init(profile: BandwidthProfile, faults: [RequestFault], isMinimal: Bool) {
    self.profile = profile
    self.faults = faults
    self.isMinimal = isMinimal
  }
}

extension WorstCase {
  /// What to call its fixture.
  package var name: String {
    guard let depth else { return family.rawValue }
    return "\(family.rawValue)-\(depth.percentText.filter { $0 != " " && $0 != "%" })"
  }
}
