import PlayheadModel

/// Looks for the changes that remove the waits of a session.
struct CauseSearch {
  let scenario: Scenario
  private(set) var counterfactuals: Counterfactuals
  /// The course of each track, once it is asked for.
  private var courses: [TrackCourse]?

  var base: PlayedWaits { counterfactuals.base }
  var isExhausted: Bool { counterfactuals.isExhausted }

  init(_ scenario: Scenario, _ counterfactuals: Counterfactuals) {
    self.scenario = scenario
    self.counterfactuals = counterfactuals
  }

  // MARK: Startup

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

  // MARK: Stalls

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

  private mutating func removes(
    _ changes: [ScenarioChange], _ place: Int, isTrade: Bool = false
  ) -> Bool {
    counterfactuals.waits(with: changes).map { base.isRemoved(in: $0, place, isTrade: isTrade) }
      ?? false
  }

  /// Whether `change` removes the stall at `place`, where it is likely not to.
  private mutating func clearsAndRemoves(_ change: ScenarioChange, _ place: Int) -> Bool {
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

  // MARK: The best value

  /// A larger buffer, if that removes the stall at `place`: the smallest to a second that does.
  private mutating func largerBuffer(_ place: Int) -> ScenarioChange? {
    guard removes([.highWatermark(nil)], place) else { return nil }
    let least = scenario.policy.highWatermark ?? .zero
    guard
      let level = leastLevel(
        above: least,
        { search, level in
          search.clearsAndRemoves(.highWatermark(level), place)
        })
    else { return .highWatermark(nil) }
    return .highWatermark(level)
  }

  /// A higher threshold of the wait before the stall at `place`, if that removes it.
  ///
  /// Over a link slower than the media no threshold is at fault.
  private mutating func laterStart(_ place: Int) -> ScenarioChange? {
    let stall = base.stalls[place]
    guard let mediaRate = scenario.presentation.meanRate,
      scenario.link.profile.meanRate >= mediaRate
    else { return nil }
    let field: PolicyField =
      if place > 0, base.stalls[place - 1].run == stall.run {
        .resumeBuffer
      } else {
        stall.run == 0 ? .startupBuffer : .afterSeekBuffer
      }
    let parameters = scenario.policy.parameters
    let value = parameters.value(of: field) ?? parameters.resumeThreshold.nanoseconds
    // What a higher threshold costs grows with it, so the least that clears the way has to be found first.
    guard
      let level = leastLevel(
        above: MediaTime(nanoseconds: value),
        { search, level in
          search.counterfactuals.isClear(with: .threshold(field, level), of: place)
        })
    else { return nil }
    let change = ScenarioChange.threshold(field, level)
    return removes([change], place, isTrade: true) ? change : nil
  }

  /// The steps in which levels are tried.
  private static let levelStep: MediaTime = .milliseconds(500)

  /// A level above `least`, up to the length of the media, at which `isEnough` holds and at half a second
  /// less does not; `nil` if none is found.
  private mutating func leastLevel(
    above least: MediaTime, _ isEnough: (inout CauseSearch, MediaTime) -> Bool
  ) -> MediaTime? {
    let step = Self.levelStep.nanoseconds
    let end = (scenario.presentation.duration.nanoseconds + step - 1) / step
    var low = least.nanoseconds / step
    var width: Int64 = 1
    var high = low + width
    while high < end, !isEnough(&self, MediaTime(nanoseconds: high * step)) {
      low = high
      width *= 2
      high = min(low + width, end)
    }
    guard high <= end else { return nil }
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if isEnough(&self, MediaTime(nanoseconds: middle * step)) {
        high = middle
      } else {
        low = middle
      }
    }
    let level = MediaTime(nanoseconds: high * step)
    return isEnough(&self, level) ? level : nil
  }

  // MARK: The link's rate

  /// Higher mean rates, of which the first that is enough is looked at more closely later.
  private var coarseLinkRates: [ScenarioChange] {
    let mean = scenario.link.profile.meanRate.bitsPerSecond
    let unit = rateUnit
    guard mean > 0 else { return [] }
    let steps: [Int64] = [9, 10, 12, 16, 32, 64, 128, 1024, 8192]
    return steps.compactMap { eighths in
      let (product, isMore) = mean.multipliedReportingOverflow(by: eighths)
      guard !isMore, product / 8 <= BitRate.bound.bitsPerSecond else { return nil }
      return .meanLinkRate(BitRate(bitsPerSecond: (product / 8 + unit - 1) / unit * unit))
    }
  }

  /// The unit of the rates tried: between a hundredth and a thousandth of the mean rate.
  private var rateUnit: Int64 {
    let digits = String(scenario.link.profile.meanRate.bitsPerSecond).count
    return Int64(powerOfTen(max(0, digits - 3)))
  }

  /// Looks for lower rates that remove the stalls too whose cause is the link's rate.
  mutating func refineRates(_ stalls: inout [Int: WaitCause]) {
    let unit = rateUnit
    let rates = coarseLinkRates
    for (place, stall) in base.stalls.enumerated() {
      guard let cause = stalls[stall.number], cause.parts.count == 1,
        case .meanLinkRate(let found) = cause.parts[0].change,
        let coarse = rates.firstIndex(of: .meanLinkRate(found))
      else { continue }
      var low = scenario.link.profile.meanRate.bitsPerSecond / unit
      if coarse > 0, case .meanLinkRate(let rate) = rates[coarse - 1] {
        low = rate.bitsPerSecond / unit
      }
      var high = found.bitsPerSecond / unit
      while high - low > 1, !isExhausted {
        let middle = low + (high - low) / 2
        let rate = ScenarioChange.meanLinkRate(BitRate(bitsPerSecond: middle * unit))
        if clearsAndRemoves(rate, place) { high = middle } else { low = middle }
      }
      let rate = BitRate(bitsPerSecond: high * unit)
      stalls[stall.number] = self.cause([.meanLinkRate(rate)], stall) ?? cause
    }
  }

  // MARK: Seeks

  /// The cause of a long seek: the first change that saves at least half of it, or that its target was
  /// not loaded.
  mutating func cause(ofSeek seek: Seek) -> WaitCause? {
    let until = seek.latency.map { seek.start + $0 } ?? base.elapsed
    var changes: [ScenarioChange] = [
      .interleaved, .requestPattern, .keyframe(at: seek.to), .noSlowStart, .latency(.zero),
    ]
    if let loaded = loadedTime(before: seek) { changes.append(.seek(seek.number, to: loaded)) }
    for change in changes {
      guard let other = counterfactuals.waits(with: [change]),
        other.seeks.indices.contains(seek.number - 1),
        let shorter = other.seeks[seek.number - 1].latency
      else { continue }
      guard let latency = seek.latency else {
        return cause([change], saves: .unbounded, until: until)
      }
      guard (latency - shorter) * 2 >= latency else { continue }
      return cause([change], saves: .finite(latency - shorter), until: until)
    }
    return nil
  }

  /// The loaded media time nearest to where a seek goes, with a second of media behind it if there is.
  private func loadedTime(before seek: Seek) -> MediaTime? {
    var simulation = Simulation(scenario)
    simulation.run(until: max(.zero, seek.start - .resolution))
    let times = simulation.player.loadedTimeRanges.ranges.map { range in
      min(max(seek.to, range.start), max(range.start, range.end - .seconds(1)))
    }
    func distance(_ time: MediaTime) -> MediaTime { max(time - seek.to, seek.to - time) }
    return times.min { distance($0) < distance($1) }
  }

  // MARK: What is wrong

  private mutating func cause(
    _ changes: [ScenarioChange], _ stall: PlayedWaits.Stall
  ) -> WaitCause? {
    let resumed = stall.length.time.map { stall.start + $0 } ?? base.elapsed
    return cause(changes, saves: stall.length, until: resumed, stall)
  }

  /// The cause of a wait that ended at `until`, which `changes` remove.
  private mutating func cause(
    _ changes: [ScenarioChange], saves: StallLength, until: WallTime,
    _ stall: PlayedWaits.Stall? = nil
  ) -> WaitCause? {
    let parts = changes.compactMap { change in
      facts(of: change, until: until, stall).map { WaitCause.Part(change: change, facts: $0) }
    }
    guard parts.count == changes.count else { return nil }
    return WaitCause(
      parts: parts, saves: saves,
      sessionSaves: counterfactuals.waits(with: changes).flatMap {
        base.waited.saved(by: $0.waited)
      })
  }

  /// What `change` puts right.
  private mutating func facts(
    of change: ScenarioChange, until: WallTime, _ stall: PlayedWaits.Stall?
  ) -> WaitCause.Facts? {
    let presentation = scenario.presentation
    let link = scenario.link
    switch change {
    case .indexAtFront:
      return presentation.indexBehindMedia.map {
        .index(bytes: $0.bytes, media: $0.media, requests: base.openingRequests)
      }
    case .interleaved:
      return presentation.interleavingGap(at: stall?.mediaTime ?? .zero).map {
        .interleave(track: $0.track, kind: $0.kind, bytes: $0.bytes)
      }
    case .requestPattern: return .requests(base.requestTimes.count { $0 < until })
    case .highWatermark(let level):
      let byBytes = scenario.policy.countsBytes && scenario.policy.highWatermark == nil
      let field: PolicyField = byBytes ? .highWatermarkBytes : .highWatermark
      return .field(
        field, value: scenario.policy.parameters.value(of: field),
        better: byBytes ? nil : level?.nanoseconds)
    case .threshold(let field, let level):
      let parameters = scenario.policy.parameters
      return .field(
        field, value: parameters.value(of: field) ?? parameters.value(of: .resumeBuffer),
        better: level.nanoseconds)
    case .meanRate(let track): return peak(ofTrack: track, stall)
    case .keyframe(let time):
      guard let number = base.seeks.firstIndex(where: { $0.to == time }) else { return nil }
      return .seek(
        number: number + 1, decodesFrom: base.decodingStarts[number], target: time)
    case .seek(let number, _):
      return .seek(number: number, decodesFrom: nil, target: base.seeks[number - 1].to)
    case .noSlowStart:
      guard case .slowStart(let roundTrips) = scenario.transport else { return nil }
      return .slowStart(setUpRoundTrips: roundTrips)
    case .latency:
      let times = base.requestTimes.filter { $0 < until }
      return .latency(
        longest: times.map { link.latency(at: $0) }.max() ?? link.latency(at: .zero),
        requests: times.count)
    case .dipFilled(let start, let end, let mean):
      return .dip(from: start, to: end, rate: link.meanRate(from: start, to: end), mean: mean)
    case .meanLinkRate(let rate): return .bandwidth(mean: link.profile.meanRate, needed: rate)
    case .link, .policy: return nil
    }
  }

  /// The peak of a track around `stall`, or from the start of the media on.
  private mutating func peak(ofTrack track: Int?, _ stall: PlayedWaits.Stall?) -> WaitCause.Facts? {
    let courses = courses ?? scenario.presentation.courses
    self.courses = courses
    guard let course = courses.first(where: { $0.track == track }) else { return nil }
    let run = stall?.run ?? 0
    let start = base.stalls.last {
      $0.run == run && $0.mediaTime < stall?.mediaTime ?? .zero
    }?.mediaTime
    let begin = start ?? (run == 0 ? .zero : base.beginnings[run])
    let peak =
      TrackPeak(
        of: course, at: stall?.mediaTime ?? .zero, from: begin, to: base.reached[run])
      ?? TrackPeak(of: course, at: stall?.mediaTime ?? .zero, from: .zero, to: base.duration)
    return peak.map {
      .peak(track: course.track, kind: course.kind, range: $0.range, rate: $0.rate, mean: $0.mean)
    }
  }
}

extension Presentation {
  /// The mean rate of what is played, framing included, in bits per second; `nil` if it lasts no time.
  fileprivate var meanRate: BitRate? {
    let bytes = lanes.reduce(Int64(0)) { sum, lane in
      sum + lane.rendition.wantedBytes.ranges.reduce(0) { $0 + $1.count }
    }
    guard duration > .zero else { return nil }
    let bits = Int128(bytes) * Int128(BitRate.quantaPerByte)
    return Int64(exactly: bits / Int128(duration.nanoseconds)).map { BitRate(bitsPerSecond: $0) }
  }
}
