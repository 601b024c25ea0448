/// Loading while the only request sweeps through what is missing.
extension Loader {
  /// Finds out whether the open request sweeps through all that is missing, so that what is loaded
  /// depends on nothing but how far it has come.
  ///
  /// That holds from one arrival to the next, until something else happens.
  mutating func findSweep() {
    isSweeping = canSweep
  }

  private var canSweep: Bool {
    guard let map = plan.map, let sweep = plan.sweep, isOpened, let request = channel.request,
      frontier == sweep.position(at: request.kept) ?? media.end
    else { return false }
    guard plan.strategy.seekBack != nil else {
      // What is missing and lies before the request nobody brings.
      return cached.end <= request.kept && map.firstPlace(from: frontier) >= request.start
    }
    guard request.reads.lowerBound == frontier, cached.end <= frontier else { return false }
    let next = map.missing(from: request.reads.upperBound, besides: cached)?.position
    return sweep.position(at: request.end) == next
  }

  /// Where the sweep and a search for what is missing differ, in words; tests check it.
  func brokenSweep(at wallTime: WallTime) -> [String] {
    guard isSweeping else { return [] }
    guard canSweep, let map = plan.map, let request = channel.request else {
      return ["sweeps without a sweep"]
    }
    let half = request.kept + (request.end - request.kept) / 2
    var broken: [String] = []
    for place in [request.kept, half, request.end, request.position(at: wallTime)] {
      let position = sweptPosition(at: place)
      if position != mappedPosition(map, { _ in place }) {
        broken.append("sweeps to \(position.bytes) at \(place.bytes)")
      }
      for position in [position, position + 1, position + half.bytes % 97]
      where sweptArrival(before: position) != mappedArrival(before: position, map) {
        broken.append("sweeps up to \(position.bytes) at another time")
      }
    }
    return broken
  }

  /// The first missing position when the open request has come to `place`.
  func sweptPosition(at place: ReadPosition) -> ReadPosition {
    plan.sweep?.position(at: place) ?? media.end
  }

  /// When the open request has brought all wanted bytes before `position`; `nil` if it does not.
  func sweptArrival(before position: ReadPosition) -> WallTime? {
    guard position > frontier else { return .zero }
    guard let request = channel.request, let place = plan.sweep?.place(before: position),
      place <= request.end
    else { return nil }
    return request.arrival(before: place)
  }

  /// When one of `targets` is next reached; `nil` if none ever is.
  ///
  /// The amounts that fill the buffer may move on with the `playhead`, until `deadline`.
  func nextSweptArrival(
    _ targets: LoadingTargets, at wallTime: WallTime, before deadline: WallTime,
    following playhead: (WallTime) -> MediaTime?
  ) -> WallTime? {
    guard let request = channel.request, request.isFlowing, let sweep = plan.sweep
    else { return nil }
    let here = request.position(at: wallTime)
    var fixed = ReadPosition.never
    // What is in already, but joins nothing at the playhead, is not waited for.
    func add(_ place: ReadPosition?) {
      if let place, place > here { fixed = min(fixed, place) }
    }
    add(request.end)
    add(request.nextMeasurement)
    if let end = targets.end { add(sweep.loading.position(reaching: end)) }
    if let tracks = targets.tracks, !tracks.isEmpty {
      for position in plan.positions(reaching: tracks) { add(sweep.place(before: position)) }
    }
    var targets = targets
    var time = wallTime
    while true {
      let filling = placeFilling(targets, in: request, sweep, from: here, at: wallTime) ?? .never
      let target = min(fixed, filling > here ? filling : .never)
      guard target <= request.end, let arrival = request.arrival(before: target) else {
        // `nil` only if the link ends before; a link that is too slow delivers after any session.
        return link.canDeliver(after: .bound) ? .bound + .resolution : nil
      }
      // By then the playhead has moved, and with it the media time that fills the buffer.
      guard target < fixed, arrival > time, arrival < deadline, let moved = playhead(arrival)
      else { return arrival }
      time = arrival
      targets.playhead = moved
    }
  }

  /// The place at which the buffer may next become full.
  private func placeFilling(
    _ targets: LoadingTargets, in request: OpenRequest, _ sweep: ReadSweep,
    from here: ReadPosition, at wallTime: WallTime
  ) -> ReadPosition? {
    let (level, bytes) = (targets.full.level, targets.full.bytes)
    guard level != nil || bytes != nil else { return nil }
    let position = sweptPosition(at: here)
    var isReached = false
    var full = ReadPosition.never
    if let level {
      let loaded = max(targets.loadedEnd, plan.loading.end(at: position))
      isReached = targets.playhead + level <= loaded
      // A limit already reached is checked again as soon as more arrives.
      full =
        sweep.loading.position(reaching: max(targets.playhead + level, loaded + .resolution))
        ?? .never
    }
    if let bytes {
      let first = rendition.firstByteToShow.position(at: targets.playhead)
      let ahead = max(0, position - first)
      isReached = isReached || bytes <= ahead
      let end = first + max(bytes, ahead + 1)
      if end <= media.end { full = min(full, sweep.place(before: end)) }
    }
    guard let granularity = policy.parameters.loadGranularity else { return full }
    var last = wallTime
    if !isReached {
      guard full <= request.end, let arrival = request.arrival(before: full) else { return nil }
      // What comes in the same nanosecond as the last byte checked is in by then.
      last = max(last, arrival - .resolution)
    }
    return request.checkpoint(from: request.position(at: last) + 1, every: granularity)
  }
}
