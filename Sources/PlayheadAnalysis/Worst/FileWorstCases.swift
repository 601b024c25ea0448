package import PlayheadModel

/// The least changes that make a file stall, where closed forms have them.
///
/// They do for a player that reads a file in order, never stops loading and is left alone, over a
/// rate that never changes: what arrives later makes everything after it later by as much.
package struct FileWorstCases {
  private let outages: OutageBound
  /// The minimum rate without a stall.
  private let rate: BitRate?

  /// The closed forms of `scenario`, which starts at `start` and does not stall; `nil` if there are
  /// none.
  package init?(_ scenario: FileScenario, start: WallTime, damage: MediaDamage) {
    let simulation = Simulation(scenario)
    let profile = scenario.link.profile
    guard simulation.isMonotoneInRate, scenario.repeats == 0, profile.intervals.count == 1,
      profile.jitter == nil,
      let needed = NeededBytes(
        scenario.presentation, readingThrough: scenario.policy.parameters.readThrough),
      let outages = OutageBound(needed, over: scenario.link, start: start)
    else { return nil }
    self.outages = outages
    let search = MinimumRate(
      latency: profile.intervals[0].latency, startupLimit: .bound, damage: damage,
      of: { link in
        var changed = scenario
        changed.link = link
        return Simulation(changed)
      }, check: {})
    rate = search.evidence == .proof ? search.rate : nil
  }

  /// The least changes, each with the next lesser one, which breaks nothing.
  package func rates() -> (change: NetworkChange, lesser: NetworkChange)? {
    guard let rate, rate > .zero else { return nil }
    return (.rate(BitRate(bitsPerSecond: rate.bitsPerSecond - 1)), .rate(rate))
  }

  /// The shortest dip, and one that is a nanosecond shorter.
  package func dip(_ depth: Ratio) -> (change: NetworkChange, lesser: NetworkChange)? {
    guard let found = outages.shortest(depth) else { return nil }
    let shorter = WallTime(nanoseconds: found.length.nanoseconds - 1)
    return (
      .dip(start: found.start, length: found.length, depth: depth),
      .dip(start: found.start, length: shorter, depth: depth)
    )
  }
}

extension FileWorstCases {
  /// A dip that begins with playback and lasts longer than it.
  package func longestDip(_ depth: Ratio) -> NetworkChange? {
    outages.end.map { .dip(start: outages.start, length: $0 - outages.start, depth: depth) }
  }
}

extension WorstCase {
  /// No dip of `depth` breaks anything, by closed form, which playing has confirmed.
  package init(noneOf family: Family, _ depth: Ratio) {
    self.family = family
    self.depth = depth == .one ? nil : depth
    change = nil
    profile = nil
    evidence = .exact
    sessionCount = 1
    isComplete = true
  }

  /// The least change by closed form, which playing has confirmed.
  package init(exactly change: NetworkChange, _ family: Family, over base: BandwidthProfile) {
    self.family = family
    self.change = change
    if case .dip(_, _, let depth) = change, depth != .one { self.depth = depth }
    profile = change.applied(to: base)
    evidence = .exact
    sessionCount = 2
    isComplete = true
  }
}
