import PlayheadLadder
import PlayheadModel

/// What changes put right.
extension LadderCauseSearch {
  mutating func facts(
    of change: LadderChange, until: WallTime, _ stall: PlayedWaits.Stall?
  ) -> WaitCause.Facts? {
    switch change {
    case .measuredRates: return declaredRate(stall)
    case .lanesInParallel: return .lanesInTurn
    case .keysAtHand: return keyFacts(until: until)
    case .segmentsOnTime: return lateSegment(until: until)
    case .freshManifests: return staleManifest(until: until)
    case .rightClock: return scenario.live.map { .earlyRequest(by: $0.clockOffset) }
    case .holdBack(let better):
      return session.live.map { .holdBack(value: $0.holdBack, better: better) }
    case .joinedParts(let count):
      guard let length = scenario.ladder.lanes[0].levels[0].partTarget else { return nil }
      return .shortParts(length: length, roundTrip: roundTrip, better: length * Int64(count))
    case .bufferGoal(let goal):
      return .field(
        .highWatermark, value: scenario.player.loading.goal.level.nanoseconds,
        better: goal?.nanoseconds)
    case .threshold(let field, let level):
      let parameters = scenario.player.policy.parameters
      return .field(
        field, value: parameters.value(of: field) ?? parameters.value(of: .resumeBuffer),
        better: level.nanoseconds)
    case .meanRate(let lane):
      return lane.flatMap { lane in stall.flatMap { peak(lane: lane, $0) } }
    case .levels(let better, let segments, let lane):
      let levels = scenario.ladder.lanes[lane].levels
      let used = highestLevel(of: segments, lane: lane) ?? stall.flatMap(awaited)?.level
      guard let used, used > better else { return nil }
      return .levels(
        segments: segments, highest: .init(level: used, rate: levels[used].bitRate),
        better: .init(level: better, rate: levels[better].bitRate))
    case .seek(let number, _):
      return .seek(number: number, decodesFrom: nil, target: base.seeks[number - 1].to)
    case .noSlowStart: return slowStartFacts
    case .latency: return latencyFacts(until: until)
    case .dipFilled(let start, let end, let mean): return dipFacts(from: start, to: end, mean: mean)
    case .meanLinkRate(let rate):
      return .bandwidth(mean: scenario.link.profile.meanRate, needed: rate)
    // Nobody is to blame for what only a what-if changes.
    case .segmentLength, .onlyLevels, .link: return nil
    }
  }

  /// What is asked for of keys and licences until then; `nil` if nothing is.
  private func keyFacts(until end: WallTime) -> WaitCause.Facts? {
    let asked = session.requests.filter { $0.subject.content == .key && $0.request.sent <= end }
    guard !asked.isEmpty else { return nil }
    let licences = asked.count { request in
      let subject = request.subject
      return scenario.ladder.lanes[subject.lane].levels[subject.level].keys.contains {
        $0.isLicence && $0.resource == subject.resource
      }
    }
    return .keys(keys: asked.count - licences, licences: licences)
  }

  /// The late segment that was due last by `until`; the first one if none was.
  private func lateSegment(until: WallTime) -> WaitCause.Facts? {
    guard let live = scenario.live else { return nil }
    if let recorded = recordedLateness(until: until) { return recorded }
    let segments = scenario.ladder.lanes[0].levels[0].segments
    let late = live.lateness.keys.sorted().filter { $0 < segments.count }
    let due = late.last { number in
      segments[number].declared.end <= live.captured(at: until)
    }
    return (due ?? late.first).flatMap { number in
      live.lateness[number].map { .lateSegment(segment: number, by: $0) }
    }
  }

  /// The segment that a recording has for latest of those that were due by `until`.
  private func recordedLateness(until: WallTime) -> WaitCause.Facts? {
    guard let live = scenario.live, let recording = scenario.ladder.recording else { return nil }
    let levels = recording.lanes[0].map(\.segments)
    let late = (levels.first { $0.contains { $0.lateness > .zero } } ?? []).enumerated()
      .filter { $1.lateness > .zero }
    let due = late.filter { _, segment in
      segment.availability.map { $0 - segment.lateness - live.join <= until } ?? false
    }
    return (due.isEmpty ? late : due).max { $0.element.lateness < $1.element.lateness }
      .map { .lateSegment(segment: $0.offset, by: $0.element.lateness) }
  }

  /// When the manifests of a recording did not list what there was, the last time by `until`.
  private func recordedStaleness(until: WallTime) -> WaitCause.Facts? {
    guard let live = scenario.live, let recording = scenario.ladder.recording else { return nil }
    var times: [Range<WallTime>] = []
    let level = recording.lanes[0].first { $0.segments.contains { $0.unlisted > .zero } }
    for segment in level?.segments ?? [] where segment.unlisted > .zero {
      guard let start = segment.availability else { continue }
      let time = start..<start + segment.unlisted
      if let last = times.last, time.lowerBound <= last.upperBound {
        times[times.count - 1] = last.lowerBound..<max(last.upperBound, time.upperBound)
      } else {
        times.append(time)
      }
    }
    let stale = times.last { $0.lowerBound - live.join <= until } ?? times.first
    return stale.map { .staleManifest(from: $0.lowerBound, to: $0.upperBound) }
  }

  /// When manifests stood still last by `until`.
  private func staleManifest(until: WallTime) -> WaitCause.Facts? {
    guard let live = scenario.live else { return nil }
    if let recorded = recordedStaleness(until: until) { return recorded }
    let times = live.staleTimes.sorted { $0.lowerBound < $1.lowerBound }
    let stale = times.last { $0.lowerBound - live.join <= until } ?? times.first
    return stale.map { .staleManifest(from: $0.lowerBound, to: $0.upperBound) }
  }

  /// The declared rate that is wrong: of the level that `stall` waits for, else of the first such
  /// level.
  private func declaredRate(_ stall: PlayedWaits.Stall?) -> WaitCause.Facts? {
    let ladder = scenario.ladder
    let inspector = LadderInspector(ladder: ladder, figures: ladder.figures(), linkRate: .zero)
    let awaited = stall.flatMap(awaited)
    let faults = inspector.rateFindings.filter { $0.rule == .declaredPeak }
      .flatMap { finding in finding.fault.faults.map { (finding.fault.lane, $0) } }
    let fault =
      faults.first { $0.0 == awaited?.lane && $0.1.level == awaited?.level } ?? faults.first
    guard let fault, case .rates(let declared, let measured) = fault.1.evidence else { return nil }
    return .declaredRate(level: fault.1.level, declared: declared, measured: measured)
  }

  /// The segments of a lane up to the end of `stall` that have most bytes beyond their levels' mean
  /// rates.
  private func peak(lane number: Int, _ stall: PlayedWaits.Stall) -> WaitCause.Facts? {
    let lane = scenario.ladder.lanes[number]
    let resumed = stall.length.time.map { stall.start + $0 } ?? base.elapsed
    let begun = base.beginnings[stall.run]
    let loaded = session.segments.filter {
      $0.lane == number && $0.begun <= resumed && $0.shown.end > begun && $0.damage == nil
    }
    /// The bits of a segment, and those of its length at the mean rate of its level, in quanta.
    func quanta(_ segment: LoadedSegment) -> (own: Int128, mean: Int128) {
      let length = lane.levels[segment.level].segments[segment.segment].shown.duration
      let mean = lane.levels[segment.level].measuredMean
      return (
        Int128(segment.bytes) * Int128(BitRate.quantaPerByte),
        Int128(mean.bitsPerSecond) * Int128(length.nanoseconds)
      )
    }
    // Of all stretches that end with the last segment loaded, the one with most bytes too many.
    var (sum, most): (Int128, Int128) = (0, 0)
    var first: Int?
    for place in loaded.indices.reversed() {
      let (own, mean) = quanta(loaded[place])
      sum += own - mean
      if sum > most { (most, first) = (sum, place) }
    }
    guard let first else { return nil }
    let stretch = loaded[first...]
    let range = TimeRange(
      start: stretch.map(\.shown.start).min() ?? .zero,
      end: stretch.map(\.shown.end).max() ?? .zero)
    let numbers = stretch.map(\.segment)
    guard let low = numbers.min(), let high = numbers.max(), range.duration > .zero else {
      return nil
    }
    let (own, mean) = stretch.map(quanta).reduce((0, 0)) { ($0.0 + $1.own, $0.1 + $1.mean) }
    let length = Int128(range.duration.nanoseconds)
    guard let rate = Int64(exactly: own / length), let meanRate = Int64(exactly: mean / length),
      rate > meanRate
    else { return nil }
    return .segmentPeak(
      segments: low...high, range: range, rate: BitRate(bitsPerSecond: rate),
      mean: BitRate(bitsPerSecond: meanRate))
  }
}

extension Level {
  /// The mean rate of all segments by their lengths.
  fileprivate var measuredMean: BitRate {
    let bytes = segments.reduce(Int128(0)) { $0 + Int128($1.resource.bytes) }
    let length = segments.reduce(Int128(0)) { $0 + Int128($1.shown.duration.nanoseconds) }
    guard length > 0, let rate = Int64(exactly: bytes * Int128(BitRate.quantaPerByte) / length)
    else { return bitRate }
    return BitRate(bitsPerSecond: rate)
  }
}
