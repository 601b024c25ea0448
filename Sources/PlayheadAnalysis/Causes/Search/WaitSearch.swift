import PlayheadModel

/// Looks for the changes that remove the waits of a session.
protocol WaitSearch {
  associatedtype Played: Replayable
  typealias Change = Played.Change

  var scenario: Played { get }
  var counterfactuals: Counterfactuals<Played> { get set }

  /// The cause of the startup; `nil` if that takes no longer than it has to.
  mutating func startupCause() -> WaitCause?
  /// The cause of the stall at `place`; `nil` if neither one change nor two remove it.
  mutating func cause(ofStall place: Int) -> WaitCause?
  /// The cause of a long seek; `nil` if no change shortens it by half.
  mutating func cause(ofSeek seek: Seek) -> WaitCause?

  /// `change` as causes tell it.
  static func told(_ change: Change) -> WaitCause.Change
  /// What `change` puts right of a wait that ended at `until`; `nil` if there is nothing to tell.
  mutating func facts(
    of change: Change, until: WallTime, _ stall: PlayedWaits.Stall?
  ) -> WaitCause.Facts?
}

extension WaitSearch {
  var base: PlayedWaits { counterfactuals.base }
  var isExhausted: Bool { counterfactuals.isExhausted }

  // MARK: Removing a stall

  /// The places of the stalls, the longest first, so that a budget goes where it matters.
  var stallsByLength: [Int] {
    base.stalls.indices.sorted { (base.stalls[$1].length, $0) < (base.stalls[$0].length, $1) }
  }

  /// The cause by the first of `changes` that removes the stall at `place`.
  mutating func first(of changes: [Change], removing place: Int) -> WaitCause? {
    for change in changes where removes([change], place) {
      if let cause = cause(change, place) { return cause }
    }
    return nil
  }

  /// The cause by the first two of `changes` that remove the stall at `place` together.
  mutating func pair(of changes: [Change], removing place: Int) -> WaitCause? {
    for (number, first) in changes.enumerated() {
      for second in changes[(number + 1)...] where removes([first, second], place) {
        if let cause = cause([first, second], base.stalls[place]) { return cause }
      }
    }
    return nil
  }

  mutating func removes(_ changes: [Change], _ place: Int, isTrade: Bool = false) -> Bool {
    counterfactuals.waits(with: changes).map { base.isRemoved(in: $0, place, isTrade: isTrade) }
      ?? false
  }

  /// Whether `change` removes the stall at `place`, where it is likely not to.
  mutating func clearsAndRemoves(_ change: Change, _ place: Int) -> Bool {
    counterfactuals.isClear(with: change, of: place) && removes([change], place)
  }

  /// The trough of the link that leads to `stall`, and all of the dip around it.
  func dip(before stall: PlayedWaits.Stall) -> [Change] {
    let dip = LinkDip(
      of: scenario.link, before: stall.start,
      resumed: stall.length.time.map { stall.start + $0 } ?? base.elapsed)
    guard let dip else { return [] }
    return [dip.trough(of: scenario.link, before: stall.start), dip].compactMap(\.self).map {
      .dipFilled(from: $0.start, to: $0.end, rate: $0.mean)
    }
  }

  // MARK: Telling a cause

  mutating func cause(_ change: Change?, _ place: Int) -> WaitCause? {
    change.flatMap { cause([$0], base.stalls[place]) }
  }

  mutating func cause(_ changes: [Change], _ stall: PlayedWaits.Stall) -> WaitCause? {
    let resumed = stall.length.time.map { stall.start + $0 } ?? base.elapsed
    return cause(changes, saves: stall.length, until: resumed, stall)
  }

  /// The cause of a wait that ended at `until`, which `changes` remove.
  mutating func cause(
    _ changes: [Change], saves: StallLength, until: WallTime, _ stall: PlayedWaits.Stall? = nil
  ) -> WaitCause? {
    let parts = changes.compactMap { change in
      facts(of: change, until: until, stall).map {
        WaitCause.Part(change: Self.told(change), facts: $0)
      }
    }
    guard parts.count == changes.count else { return nil }
    let waits = counterfactuals.waits(with: changes)
    return WaitCause(
      parts: parts, saves: saves,
      sessionSaves: waits.flatMap { base.waited.saved(by: $0.waited) },
      startupSaves: waits.flatMap { base.startup.saved(by: $0.startup) })
  }

  // MARK: What delivery is like

  var slowStartFacts: WaitCause.Facts? {
    guard case .slowStart(let roundTrips) = scenario.transport else { return nil }
    return .slowStart(setUpRoundTrips: roundTrips)
  }

  func latencyFacts(until: WallTime) -> WaitCause.Facts {
    let times = base.requestTimes.filter { $0 < until }
    return .latency(
      longest: times.map { scenario.link.latency(at: $0) }.max()
        ?? scenario.link.latency(at: .zero),
      requests: times.count)
  }

  func dipFacts(from start: WallTime, to end: WallTime, mean: BitRate) -> WaitCause.Facts {
    .dip(from: start, to: end, rate: scenario.link.meanRate(from: start, to: end), mean: mean)
  }
}
