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

  /// The cost of `finding`; `nil` if it costs no time by its nature, or if its cost is unknown.
  func cost(of finding: Finding) -> InspectionCost? {
    switch finding.evidence {
    case .damage(let damage):
      // Where nothing announces how much there should be, nobody knows what is missing.
      return damage.missingTime > .zero ? InspectionCost(missing: damage.missingTime) : nil
    case .undecodableTrack(let track):
      return missing(index.extents(in: presentation).filter { $0.track == track.id }.map(\.range))
    case .undecodableMedia(let tracks): return missing(tracks.flatMap { $0.undecodable ?? [] })
    case .jumps(let jumps): return missing(jumps.map(\.range))
    case .extents(let first, let last):
      let isStart = finding.rule == .tracksStartApart
      return InspectionCost(
        missing: isStart
          ? last.range.start - first.range.start : last.range.end - first.range.end)
    case .restarts:
      guard
        let joined = try? Presentation(
          index.continuingTimestamps(of: presentation.tracks), tracks: presentation.tracks)
      else { return nil }
      var cost = cost(with: joined)
      cost?.missing = max(.zero, joined.duration - presentation.duration)
      return cost
    case .reordering(let reordering):
      return cost(with: index.withoutReordering(track: reordering.track))
    case .fragments(let fragmentation): return cost(ofListing: fragmentation)
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
    case .noDuration, .frameRate: return nil
    }
  }

  /// The time in which at least one of `ranges` lies.
  private func missing(_ ranges: [TimeRange]) -> InspectionCost {
    var times = TimeRangeSet()
    for range in ranges { times.insert(range) }
    return InspectionCost(missing: times.ranges.reduce(.zero) { $0 + $1.duration })
  }

  /// The cost of reading the header of every fragment that is not listed, as a player does before it
  /// seeks to the last one.
  private func cost(ofListing fragmentation: Fragmentation) -> InspectionCost? {
    var listing = index
    listing.openingReads += index.unlistedHeaders(after: fragmentation.listedEnd ?? 0)
    guard let presentation = try? Presentation(listing, tracks: presentation.tracks),
      let own = SessionSummary(session).startup,
      let other = SessionSummary(Self.play(reference.scenario(presentation))).startup
    else { return nil }
    return InspectionCost(seek: other - own)
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
