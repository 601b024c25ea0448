import PlayheadAnalysis
package import PlayheadFiles
import PlayheadLadder
package import PlayheadModel

/// Finds the least changes to a network that break what is expected of a case.
package struct WorstCaseFinder {
  private let broken: BrokenCase
  private let network: GivenNetwork
  /// The maximum number of sessions for each family.
  private let budget: Int
  /// Called after each family.
  private let onProgress: (_ families: Int, _ total: Int) -> Void

  /// The shares of the rate that are missing in dips.
  private static let depths = [250_000, 500_000, 750_000].map { Ratio(millionths: $0) }

  /// A finder around `network`.
  package init(
    _ broken: BrokenCase, around network: GivenNetwork, budget: Int,
    onProgress: @escaping (Int, Int) -> Void
  ) {
    self.broken = broken
    self.network = network
    self.budget = budget
    self.onProgress = onProgress
  }

  /// What is found around `profile`, the network with everything done to it.
  ///
  /// - Throws: ``WorstCaseProblem`` if the case cannot run, or if interrupted.
  package func report(around profile: BandwidthProfile) throws(WorstCaseProblem) -> WorstReport {
    let session = try broken.session(try broken.scenario(over: profile))
    let elapsed = session.summary.elapsed
    let base = profile.unrolled(until: profile.length + elapsed + elapsed + .seconds(60))
    var findings: [WorstReport.Finding] = []
    if session.isBroken {
      findings.append(try finding(try window(of: base, in: profile, lasting: elapsed), of: base))
      onProgress(1, 1)
    } else {
      let exact = try exactCases(base, session)
      let total = Self.depths.count + 4
      for number in 0..<total {
        let found = try family(number, of: base, lasting: elapsed, exact)
        if let found { findings.append(try finding(found, of: base)) }
        onProgress(number + 1, total)
      }
    }
    return WorstReport(
      suiteCase: broken.suiteCase, network: network, profile: profile, session: session,
      findings: findings)
  }

  // MARK: Families

  private func family(
    _ number: Int, of base: BandwidthProfile, lasting elapsed: WallTime, _ exact: FileWorstCases?
  ) throws(WorstCaseProblem) -> WorstCase? {
    var search = search(around: base, lasting: elapsed)
    let depths = Self.depths
    switch number {
    case 0:
      if let found = try confirmed(exact?.rates(), .rates, base, &search) { return found }
      return try search.rates()
    case 1: return try search.latency()
    case 2..<(2 + depths.count):
      let depth = depths[number - 2]
      return try dip(depth, .dip, base, exact, &search)
    case 2 + depths.count:
      return try dip(.one, .outage, base, exact, &search)
    default:
      guard case .ladder(let scenario) = try broken.scenario(over: base) else { return nil }
      return try search.request(Self.requestTimes(of: scenario))
    }
  }

  private func dip(
    _ depth: Ratio, _ family: WorstCase.Family, _ base: BandwidthProfile, _ exact: FileWorstCases?,
    _ search: inout WorstCaseSearch<WorstCaseProblem>
  ) throws(WorstCaseProblem) -> WorstCase {
    guard let exact else { return try search.dip(depth) }
    if let found = exact.dip(depth) {
      if let found = try confirmed(found, family, base, &search) { return found }
      return try search.dip(depth)
    }
    // What lasts from the start to the end is the worst dip of that depth.
    guard let longest = exact.longestDip(depth), try !search.breaks(longest) else {
      return try search.dip(depth)
    }
    return WorstCase(noneOf: family, depth)
  }

  private func search(
    around base: BandwidthProfile, lasting elapsed: WallTime
  ) -> WorstCaseSearch<WorstCaseProblem> {
    WorstCaseSearch(around: base, lasting: elapsed, budget: budget) {
      [broken] (profile, faults) throws(WorstCaseProblem) in
      try broken.isBroken(over: profile, faults)
    }
  }

  private func exactCases(
    _ base: BandwidthProfile, _ session: CheckedSession
  ) throws(WorstCaseProblem) -> FileWorstCases? {
    guard let start = session.summary.startup,
      let scenario = try broken.fileScenario(over: base)
    else { return nil }
    return FileWorstCases(scenario, start: start, damage: broken.damage)
  }

  /// What a closed form says, if playing it and the next lesser change says so, too.
  private func confirmed(
    _ found: (change: NetworkChange, lesser: NetworkChange)?, _ family: WorstCase.Family,
    _ base: BandwidthProfile, _ search: inout WorstCaseSearch<WorstCaseProblem>
  ) throws(WorstCaseProblem) -> WorstCase? {
    guard let found, try search.confirm(found.change, over: found.lesser) else { return nil }
    return WorstCase(exactly: found.change, family, over: base)
  }

  private func window(
    of base: BandwidthProfile, in profile: BandwidthProfile, lasting elapsed: WallTime
  ) throws(WorstCaseProblem) -> WorstCase {
    var search = search(around: base, lasting: elapsed)
    return try search.window(in: profile.length) { place throws(WorstCaseProblem) in
      try broken.end(over: base.starting(at: place))
    }
  }

  /// When the requests for segments are sent, each time once.
  private static func requestTimes(of scenario: LadderScenario) -> [WallTime] {
    var simulation = LadderSimulation(scenario)
    var times: [WallTime] = []
    for request in simulation.run().requests
    where request.subject.content == .segment && times.last != request.request.sent {
      times.append(request.request.sent)
    }
    return times
  }

  // MARK: Fixtures

  private func finding(
    _ found: WorstCase, of base: BandwidthProfile
  ) throws(WorstCaseProblem) -> WorstReport.Finding {
    guard let change = found.change, let profile = found.profile else {
      return WorstReport.Finding(worst: found, session: nil, fixture: nil)
    }
    let session = try broken.session(try broken.scenario(over: profile, found.faults))
    return WorstReport.Finding(
      worst: found, session: session, fixture: try fixture(of: change, over: base))
  }

  /// The shortest network that `change` breaks and that holds without it, with the change in as few
  /// digits as will do.
  private func fixture(
    of change: NetworkChange, over base: BandwidthProfile
  ) throws(WorstCaseProblem) -> WorstFixture {
    var change = change
    for simpler in change.simpler {
      let faults: [RequestFault] = if case .lost(let fault) = simpler { [fault] } else { [] }
      guard try broken.isBroken(over: simpler.applied(to: base), faults) else { continue }
      change = simpler
      break
    }
    let chosen = change
    var faults: [RequestFault] = []
    if case .lost(let fault) = chosen { faults = [fault] }
    let lost = faults
    let network: BandwidthProfile
    let shrunk: (profile: BandwidthProfile, sessionCount: Int, isMinimal: Bool)
    if case .window(let start, let length) = chosen {
      // What follows the window is not part of it.
      let part = base.replacing(
        intervals: base.intervals(from: start, to: start + length), note: nil)
      shrunk = try ProfileShrinking.shrink(part, before: [NetworkChange.ideal], budget: budget) {
        [broken] profile throws(WorstCaseProblem) in
        try broken.isBroken(over: profile)
      }
      network = shrunk.profile
    } else {
      shrunk = try ProfileShrinking.shrink(base, budget: budget) {
        [broken] base throws(WorstCaseProblem) in
        if case .rate = chosen { return try broken.isBroken(over: chosen.applied(to: base)) }
        guard try broken.isBroken(over: chosen.applied(to: base), lost) else { return false }
        return try !broken.isBroken(over: base)
      }
      network = chosen.applied(to: shrunk.profile)
    }
    return WorstFixture(profile: network, faults: faults, isMinimal: shrunk.isMinimal)
  }
}
