import PlayheadModel

/// Less than this is not worth a word about a startup.
private let leastStartup: WallTime = .milliseconds(100)
/// Protocols are the cause of startups of at least this length only.
private let longStartup: WallTime = .seconds(1)

/// The cause of a startup.
extension WaitSearch {
  /// What costs most of the startup: of `order`, changes of the order of things and of requests, if
  /// that costs at least a tenth of it, or else of the network's protocols, if that costs half of
  /// one that is long; `nil` if none does.
  ///
  /// The cause of a startup that never ends is the first change with which it does.
  mutating func startupCause(by order: [Change]) -> WaitCause? {
    let protocols: [Change] = [.noSlowStart, .latency(.zero)]
    guard let startup = base.startup.time else { return causeOfNoStart(order + protocols) }
    guard startup >= leastStartup else { return nil }
    let tenth = WallTime(nanoseconds: startup.nanoseconds / 10)
    return costliest(order, of: startup, atLeast: max(leastStartup, tenth))
      ?? costlyProtocol(protocols, of: startup)
  }

  /// The first of `changes` that saves half of a long startup.
  private mutating func costlyProtocol(_ changes: [Change], of startup: WallTime) -> WaitCause? {
    guard startup >= longStartup else { return nil }
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
    _ changes: [Change], of startup: WallTime, atLeast least: WallTime
  ) -> WaitCause? {
    var best: (change: Change, saved: WallTime)?
    for change in changes {
      guard let other = counterfactuals.startup(with: [change])?.time else { continue }
      let saved = startup - other
      if saved >= least, saved > best?.saved ?? .zero { best = (change, saved) }
    }
    return best.flatMap { cause([$0.change], saves: .finite($0.saved), until: startup) }
  }

  private mutating func causeOfNoStart(_ changes: [Change]) -> WaitCause? {
    var changes = changes
    if let dip = LinkDip(of: scenario.link, before: base.elapsed, resumed: base.elapsed) {
      changes.append(.dipFilled(from: dip.start, to: dip.end, rate: dip.mean))
    }
    for change in changes + coarseLinkRates.map({ .meanLinkRate($0) }) {
      if let startup = counterfactuals.startup(with: [change])?.time {
        return cause([change], saves: .atLeast(base.elapsed - startup), until: base.elapsed)
      }
    }
    return nil
  }
}
