import PlayheadModel

/// The causes of stalls.
extension FileCauseSearch {
  /// The cause of the stall at `place`; `nil` if neither one change nor two remove it.
  mutating func cause(ofStall place: Int) -> WaitCause? {
    let packing: [ScenarioChange] = [.indexAtFront, .interleaved, .requestPattern]
    if let cause = first(of: packing, removing: place) ?? cause(largerBuffer(place), place) {
      return cause
    }
    let rest = encodings + [.noSlowStart, .latency(.zero)] + dip(before: base.stalls[place])
    return first(of: rest, removing: place) ?? cause(laterStart(place), place)
      ?? slowLink(place)
      ?? pair(
        of: packing + [.highWatermark(nil)] + rest + highestLinkRate(place), removing: place)
  }

  /// Each track at its mean rate, video first.
  private var encodings: [ScenarioChange] {
    let tracks = scenario.presentation.rendition.trackLoading
    return (tracks.filter { $0.kind == .video } + tracks.filter { $0.kind != .video })
      .map { .meanRate(track: $0.track) }
  }
}
