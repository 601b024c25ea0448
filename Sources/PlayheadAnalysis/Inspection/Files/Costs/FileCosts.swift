import PlayheadLadder
import PlayheadModel

/// Prices findings by playing the file with the fault and with the fault put right.
struct FileCosts {
  private let index: MediaIndex
  private let scenario: FileScenario
  private let session: Session

  private var presentation: Presentation { scenario.presentation }

  init(_ index: MediaIndex, _ scenario: FileScenario) {
    self.index = index
    self.scenario = scenario
    session = Self.play(scenario)
  }

  private static func play(_ scenario: FileScenario) -> Session {
    var scenario = scenario
    scenario.options = SessionOptions(tickInterval: nil, recordsEvents: false)
    return Scenario.file(scenario).play().session
  }

  /// The session of another presentation, otherwise the same.
  private func play(_ presentation: Presentation) -> Session {
    var scenario = scenario
    scenario.presentation = presentation
    return Self.play(scenario)
  }

  /// Playback that does not end on the reference link, of the file as it is or mended.
  private struct Endless: Error {}

  /// What `finding` costs.
  func price(_ finding: FileFinding) -> FindingPrice {
    do throws(Endless) {
      return try cost(of: finding).map(FindingPrice.cost) ?? .unknown
    } catch {
      return .endless
    }
  }

  /// The cost of `finding`; `nil` if it costs no time by its nature, or if its cost is unknown.
  private func cost(of finding: FileFinding) throws(Endless) -> InspectionCost? {
    switch finding.fault.evidence {
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
      var cost = try cost(with: joined)
      cost.missing = max(.zero, joined.duration - presentation.duration)
      return cost
    case .reordering(let reordering):
      return try cost(with: index.withoutReordering(track: reordering.track))
    case .fragments(let fragmentation): return try cost(ofListing: fragmentation)
    case .group(_, let seek), .irregularGroup(_, let seek, _): return try cost(of: seek)
    case .index: return try cost(with: .indexAtFront)
    case .gap: return try cost(with: .interleaved)
    case .peak: return try cost(with: .meanRate(track: nil))
    case .largeIndex(let table, _): return try cost(without: [index.excess(of: table)])
    case .stuffing: return try cost(without: index.stuffing)
    case .padding(let range): return try cost(without: [range])
    case .pictures(let pictures): return try cost(with: index.withoutPictures(of: pictures))
    case .unplayed(let tracks):
      let numbers = Set(tracks.map(\.track))
      let headers = index.tracks.filter { numbers.contains($0.id) }.compactMap(\.headerRange)
      return try cost(without: headers + index.ranges { numbers.contains(Int($0.track)) })
    case .hidden(let hidden):
      let tracks = Set(hidden.map(\.track))
      let mended = index.cutting(
        index.ranges { tracks.contains(Int($0.track)) && $0.flags.contains(.discarded) })
      return try cost(with: mended.beginningWithSyncSamples(on: tracks))
    case .notDecoded, .noDuration, .frameRate, .wrongTimestamps, .backwardSteps, .misstatements:
      return nil
    }
  }

  /// The time in which at least one of `ranges` lies.
  private func missing(_ ranges: [TimeRange]) -> InspectionCost {
    var times = TimeRangeSet()
    for range in ranges { times.insert(range) }
    return InspectionCost(missing: times.ranges.reduce(.zero) { $0 + $1.duration })
  }

  /// The cost of reading the header of every fragment that is not listed, as a player does before
  /// it seeks to the last one.
  private func cost(ofListing fragmentation: Fragmentation) throws(Endless) -> InspectionCost? {
    var listing = index
    listing.openingReads += index.unlistedHeaders(after: fragmentation.listedEnd ?? 0)
    guard let presentation = try? Presentation(listing, tracks: presentation.tracks) else {
      return nil
    }
    guard let own = SessionSummary(session).startup,
      let other = SessionSummary(play(presentation)).startup
    else { throw Endless() }
    return InspectionCost(seek: other - own)
  }

  private func cost(without ranges: [ByteRange]) throws(Endless) -> InspectionCost? {
    try cost(with: index.cutting(ranges))
  }

  private func cost(with mended: MediaIndex) throws(Endless) -> InspectionCost? {
    guard let presentation = try? Presentation(mended, tracks: presentation.tracks) else {
      return nil
    }
    return try cost(with: presentation)
  }

  private func cost(with mended: Presentation) throws(Endless) -> InspectionCost {
    try difference(play(mended))
  }

  /// What `change` saves: no time where it changes nothing.
  private func cost(with change: ScenarioChange) throws(Endless) -> InspectionCost? {
    var scenario = scenario
    // A player that reads in byte order does so whatever the order of a demuxer.
    if scenario.policy.parameters.readOrder == .byte {
      scenario.presentation = presentation.inByteOrder
    }
    guard let changed = change.applied(to: scenario) else {
      return scenario.presentation.isPacked ? try difference(session) : nil
    }
    return try difference(Self.play(changed))
  }

  /// How much longer this file makes wait than `mended`.
  private func difference(_ mended: Session) throws(Endless) -> InspectionCost {
    let (own, other) = (SessionSummary(session), SessionSummary(mended))
    guard let startup = own.startup, let otherStartup = other.startup,
      let stalled = own.stalled.time, let otherStalled = other.stalled.time
    else { throw Endless() }
    return InspectionCost(startup: startup - otherStartup, stalled: stalled - otherStalled)
  }

  /// The cost of a seek to the frame that costs most, as soon as the file plays, against one to a
  /// frame that is a key frame.
  private func cost(of seek: SeekCost) throws(Endless) -> InspectionCost? {
    guard let startup = SessionSummary(session).startup else { throw Endless() }
    var scenario = scenario
    scenario.actions = [UserAction(at: startup, .seek(to: seek.worstTarget, .exact))]
    let mended = ScenarioChange.keyframe(at: seek.worstTarget).applied(to: scenario)
    func latency(_ scenario: FileScenario) -> WallTime? { Self.play(scenario).seeks.first?.latency }
    guard let own = latency(scenario), let least = latency(mended ?? scenario) else {
      throw Endless()
    }
    return InspectionCost(seek: own - least)
  }
}
