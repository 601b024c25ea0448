import PlayheadModel

/// The causes of stalls.
extension CauseSearch {
  /// The places of the stalls, the longest first, so that a budget goes where it matters.
  var stallsByLength: [Int] {
    base.stalls.indices.sorted { (base.stalls[$1].length, $0) < (base.stalls[$0].length, $1) }
  }

  /// The cause of the stall at `place`; `nil` if neither one change nor two remove it.
  mutating func cause(ofStall place: Int) -> WaitCause? {
    let packing: [ScenarioChange] = [.indexAtFront, .interleaved, .requestPattern]
    if let cause = first(of: packing, removing: place) ?? cause(largerBuffer(place), place) {
      return cause
    }
    let rest = encodings + [.noSlowStart, .latency(.zero)] + dip(before: base.stalls[place])
    if let cause = first(of: rest, removing: place) ?? cause(laterStart(place), place) {
      return cause
    }
    // A link that has died would have to have been fast before.
    let isDead = !scenario.link.canDeliver(after: base.stalls[place].start)
    if !isDead, let cause = cause(coarseLinkRates.first { clearsAndRemoves($0, place) }, place) {
      return cause
    }
    let rates = isDead ? [] : coarseLinkRates.suffix(1)
    let all = packing + [.highWatermark(nil)] + rest + rates
    for (number, first) in all.enumerated() {
      for second in all[(number + 1)...] where removes([first, second], place) {
        if let cause = cause([first, second], base.stalls[place]) { return cause }
      }
    }
    return nil
  }

  /// The cause by the first of `changes` that removes the stall at `place`.
  private mutating func first(of changes: [ScenarioChange], removing place: Int) -> WaitCause? {
    for change in changes where removes([change], place) {
      if let cause = cause(change, place) { return cause }
    }
    return nil
  }

  private mutating func cause(_ change: ScenarioChange?, _ place: Int) -> WaitCause? {
    change.flatMap { cause([$0], base.stalls[place]) }
  }

  mutating func removes(
    _ changes: [ScenarioChange], _ place: Int, isTrade: Bool = false
  ) -> Bool {
    counterfactuals.waits(with: changes).map { base.isRemoved(in: $0, place, isTrade: isTrade) }
      ?? false
  }

  /// Whether `change` removes the stall at `place`, where it is likely not to.
  mutating func clearsAndRemoves(_ change: ScenarioChange, _ place: Int) -> Bool {
    counterfactuals.isClear(with: change, of: place) && removes([change], place)
  }

  /// Each track at its mean rate, video first.
  private var encodings: [ScenarioChange] {
    let tracks = scenario.presentation.lanes.flatMap(\.rendition.trackLoading)
    return (tracks.filter { $0.kind == .video } + tracks.filter { $0.kind != .video })
      .map { .meanRate(track: $0.track) }
  }

  /// The trough of the link that leads to `stall`, and all of the dip around it.
  private func dip(before stall: PlayedWaits.Stall) -> [ScenarioChange] {
    let dip = LinkDip(
      of: scenario.link, before: stall.start,
      resumed: stall.length.time.map { stall.start + $0 } ?? base.elapsed)
    guard let dip else { return [] }
    return [dip.trough(of: scenario.link, before: stall.start), dip].compactMap(\.self).map {
      .dipFilled(from: $0.start, to: $0.end, rate: $0.mean)
    }
  }
}
