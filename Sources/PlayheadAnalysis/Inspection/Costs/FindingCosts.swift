import PlayheadModel

/// Prices findings by playing the file with the fault and with the fault put right.
struct FindingCosts {
  let index: MediaIndex
  let presentation: Presentation
  let reference: InspectionReference
  private let session: Session

  init(_ index: MediaIndex, _ presentation: Presentation, on reference: InspectionReference) {
    self.index = index
    self.presentation = presentation
    self.reference = reference
    session = Self.play(reference.scenario(presentation))
  }

  private static func play(_ scenario: Scenario) -> Session {
    var simulation = Simulation(scenario)
    return simulation.run()
  }

  /// The cost of `finding`; `nil` if no wait can come of it, or if it cannot be told.
  func cost(of finding: Finding) -> InspectionCost? {
    switch finding.evidence {
    case .group(_, let seek), .irregularGroup(_, let seek, _): return cost(of: seek)
    case .index: return cost(with: .indexAtFront)
    case .gap: return cost(with: .interleaved)
    case .peak: return cost(with: .meanRate(track: nil))
    case .padding(let range): return cost(without: [range])
    case .pictures(let pictures): return cost(without: ranges(of: pictures))
    case .unplayed(let tracks):
      let numbers = Set(tracks.map(\.track))
      return cost(without: index.ranges { numbers.contains(Int($0.track)) })
    case .hidden(let hidden):
      let tracks = Set(hidden.map(\.track))
      let mended = index.cutting(
        index.ranges { tracks.contains(Int($0.track)) && $0.flags.contains(.discarded) })
      return cost(with: mended.beginningWithSyncSamples(on: tracks))
    case .damage, .undecodableTrack, .undecodableMedia, .restarts, .jumps, .fragments, .noDuration,
      .extents, .reordering, .frameRate:
      return nil
    }
  }

  /// Bytes as many as `pictures` take, of what is read before the media.
  private func ranges(of pictures: [UnshownMedia]) -> [ByteRange] {
    let size = pictures.reduce(0) { $0 + $1.bytes }
    // Behind the first bytes, by which the format is recognised.
    let start = index.containerIndexes?.first?.range.lowerBound ?? 0
    return [ByteRange(start + 8, min(index.bytes, start + 8 + size))]
  }

  private func cost(without ranges: [ByteRange]) -> InspectionCost? {
    cost(with: index.cutting(ranges))
  }

  private func cost(with mended: MediaIndex) -> InspectionCost? {
    (try? Presentation(mended, tracks: presentation.tracks)).flatMap(cost)
  }

  private func cost(with mended: Presentation) -> InspectionCost? {
    difference(Self.play(reference.scenario(mended)))
  }

  private func cost(with change: ScenarioChange) -> InspectionCost? {
    change.applied(to: reference.scenario(presentation)).flatMap { difference(Self.play($0)) }
  }

  /// How much longer this file makes wait than `mended`; `nil` if one of the two never plays to its end.
  private func difference(_ mended: Session) -> InspectionCost? {
    let (own, other) = (SessionSummary(session), SessionSummary(mended))
    guard let startup = own.startup, let otherStartup = other.startup,
      let stalled = own.stalled.time, let otherStalled = other.stalled.time
    else { return nil }
    return InspectionCost(startup: startup - otherStartup, stalled: stalled - otherStalled)
  }

  /// The cost of a seek to the frame that costs most, as soon as the file plays, against one to a frame
  /// that is a key frame.
  private func cost(of seek: SeekCost) -> InspectionCost? {
    guard let startup = SessionSummary(session).startup else { return nil }
    let scenario = reference.scenario(
      presentation, [UserAction(at: startup, .seek(to: seek.worstTarget, .exact))])
    let mended = ScenarioChange.keyframe(at: seek.worstTarget).applied(to: scenario)
    func latency(_ scenario: Scenario) -> WallTime? { Self.play(scenario).seeks.first?.latency }
    guard let own = latency(scenario), let least = latency(mended ?? scenario) else { return nil }
    return InspectionCost(seek: own - least)
  }
}

extension MediaIndex {
  /// The file with a sync sample at the beginning of the tracks numbered `tracks`.
  fileprivate func beginningWithSyncSamples(on tracks: Set<Int>) -> MediaIndex {
    var index = self
    for track in tracks {
      guard let first = samples.firstIndex(where: { Int($0.track) == track }) else { continue }
      index.samples[first].flags.insert(.sync)
    }
    return index
  }
}
