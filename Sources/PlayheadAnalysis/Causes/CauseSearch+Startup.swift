import PlayheadModel

/// The cause of a startup.
extension CauseSearch {
  /// Less than this is not worth a word about a startup.
  private static let leastStartup: WallTime = .milliseconds(100)
  /// Protocols are the cause of startups of at least this length only.
  private static let longStartup: WallTime = .seconds(1)

  /// What costs most of the startup: of the order of the file and of the requests, if that costs at least
  /// a tenth of it, or else of the network's protocols, if that costs half of one that is long; `nil` if
  /// none does.
  ///
  /// The cause of a startup that never ends is the first change with which it does.
  mutating func startupCause() -> WaitCause? {
    let order: [ScenarioChange] = [.indexAtFront, .interleaved, .requestPattern]
    let protocols: [ScenarioChange] = [.noSlowStart, .latency(.zero)]
    guard let startup = base.startup.time else { return causeOfNoStart(order + protocols) }
    guard startup >= Self.leastStartup else { return nil }
    let tenth = WallTime(nanoseconds: startup.nanoseconds / 10)
    return costliest(order, of: startup, atLeast: max(Self.leastStartup, tenth))
      ?? costlyProtocol(protocols, of: startup)
  }

  /// The first of `changes` that saves half of a long startup.
  private mutating func costlyProtocol(
    _ changes: [ScenarioChange], of startup: WallTime
  ) -> WaitCause? {
    guard startup >= Self.longStartup else { return nil }
    for change in changes {
      guard let other = counterfactuals.startup(with: [change])?.time,
        (startup - other) * 2 >= startup
      else { continue }
      return cause([change], saves: .finite(startup - other), until: startup)
    }
    return nil
  }

  /// The first of `changes` that saves most of a startup, if that is at least `least`.
  private mutating func costliest(
    _ changes: [ScenarioChange], of startup: WallTime, atLeast least: WallTime
  ) -> WaitCause? {
    var best: (change: ScenarioChange, saved: WallTime)?
    for change in changes {
      guard let other = counterfactuals.startup(with: [change])?.time else { continue }
      let saved = startup - other
      if saved >= least, saved > best?.saved ?? .zero { best = (change, saved) }
    }
    return best.flatMap { cause([$0.change], saves: .finite($0.saved), until: startup) }
  }

  private mutating func causeOfNoStart(_ changes: [ScenarioChange]) -> WaitCause? {
    var changes = changes
    if let dip = LinkDip(of: scenario.link, before: base.elapsed, resumed: base.elapsed) {
      changes.append(.dipFilled(from: dip.start, to: dip.end, rate: dip.mean))
    }
    for change in changes + coarseLinkRates {
      if counterfactuals.startup(with: [change])?.time != nil {
        return cause([change], saves: .unbounded, until: base.elapsed)
      }
    }
    return nil
  }
}
