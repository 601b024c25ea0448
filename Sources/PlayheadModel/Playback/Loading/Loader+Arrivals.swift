/// The arrival of bytes over the link.
extension Loader {
  /// Takes in all bytes by `wallTime`; later questions are never about an earlier time.
  mutating func arrive(at wallTime: WallTime) -> Arrival {
    guard plan.map == nil else { return arriveMapped(at: wallTime) }
    var arrival = Arrival()
    guard isFlowing else { return arrival }
    channel.request?.advance(to: wallTime)
    if isOver(at: wallTime), !isOpened { finishOpening(at: wallTime, &arrival) }
    guard let position = channel.request?.position(at: wallTime) else { return arrival }
    let isOver = position == channel.request?.end
    arrival.measurement = channel.request?.measure(upTo: position, at: wallTime, isOver: isOver)
    if let granularity = policy.parameters.loadGranularity {
      arrival.isCheckpoint =
        isOver || channel.request?.isCheckpoint(position, at: wallTime, every: granularity) ?? false
    }
    if isOver {
      keep(at: wallTime)
      findFrontier()
    } else if runStart > .zero {
      keep(at: wallTime)
    }
    return arrival
  }

  /// Completes an opening request; the last one may continue into the media.
  mutating func finishOpening(at wallTime: WallTime, _ arrival: inout Arrival) {
    keep(at: wallTime)
    openingsOver += 1
    guard isOpened else { return }
    arrival.opens = true
    if plan.strategy.seekBack != nil {
      // All else that opening brought may be gone.
      if plan.probeEnd > .zero { cached.insert(ReadRange(.zero, plan.probeEnd)) }
    }
    if plan.strategy.windowBytes != nil, let request = channel.request {
      // It is filled from the headers on.
      let headers = ReadPosition(rendition.openingReads.last?.upperBound ?? 0)
      if headers <= request.position(at: wallTime) {
        channel.request?.earliest = max(request.earliest, headers)
      }
    }
    aim.position = rendition.decoding.position(at: aim.mediaTime)
    findFrontier()
    _ = continueInRequest(at: wallTime)
  }

  /// Whether all wanted bytes of the open request have arrived.
  func isOver(at wallTime: WallTime) -> Bool {
    channel.request?.position(at: wallTime) == channel.request?.end
  }

  /// When one of `targets` is next reached, or the share of the link changes; `nil` if neither ever
  /// happens.
  func nextArrival(_ targets: LoadingTargets, at wallTime: WallTime) -> WallTime? {
    guard isDirect else { return nextMappedArrival(targets, at: wallTime) }
    guard !isSweeping else {
      return nextSweptArrival(targets, at: wallTime, before: .zero) { _ in nil }
    }
    guard let request = channel.request, request.isFlowing else { return nil }
    var target = request.end
    if let measurement = request.nextMeasurement { target = min(target, measurement) }
    if isOpened { target = min(target, nextPosition(targets, in: request, at: wallTime)) }
    if let arrival = request.arrival(before: target) { return arrival }
    // `nil` only if the link ends before; a link that is too slow delivers after any session.
    return link.canDeliver(after: .bound) ? .bound + .resolution : nil
  }

  /// When the open requests have loaded the media around the playhead up to `mediaTime`, of which
  /// they lack something; `nil` if they do not.
  func arrival(of mediaTime: MediaTime) -> WallTime? {
    guard isOpened, isFlowing else { return nil }
    if plan.map != nil, plan.loading.end(at: frontier) >= mediaTime { return nil }
    return plan.loading.position(reaching: mediaTime).flatMap { arrival(before: $0) }
  }

  /// When the open requests have brought all wanted bytes before `position`; `nil` if they do not.
  func arrival(before position: ReadPosition) -> WallTime? {
    guard !isSweeping else { return sweptArrival(before: position) }
    if let map = plan.map { return mappedArrival(before: position, map) }
    guard let request = channel.request else { return nil }
    let end = self.position(before: position, in: request)
    return end <= request.end ? request.arrival(before: end) : nil
  }

  /// When the last byte of the open requests arrives that loads media beyond `loadedEnd` or, while
  /// the file is being opened, the last one after `wallTime`; `nil` if none does.
  func lastArrival(beyond loadedEnd: MediaTime, after wallTime: WallTime) -> WallTime? {
    guard isFlowing else { return nil }
    guard isOpened else { return lastArrival(after: wallTime) }
    guard let end = loadedRange(at: .bound)?.end, end > loadedEnd else { return nil }
    return arrival(of: end)
  }

  /// The first position at which one of `targets` is reached.
  func nextPosition(
    _ targets: LoadingTargets, in request: OpenRequest, at wallTime: WallTime
  ) -> ReadPosition {
    var target = ReadPosition.never
    if let end = targets.end { target = position(reaching: end, in: request) }
    if let tracks = targets.tracks {
      for position in plan.positions(reaching: tracks) {
        target = min(target, self.position(before: position, in: request))
      }
    }
    let fullEnd = targets.full.level.map { targets.playhead + $0 }
    let fullPosition = targets.full.bytes.map {
      rendition.firstByteToShow.position(at: targets.playhead) + $0
    }
    guard fullEnd != nil || fullPosition != nil else { return target }
    let position = position(at: wallTime)
    let loaded = max(targets.loadedEnd, plan.loading.end(at: position))
    var full = ReadPosition.never
    if let granularity = policy.parameters.loadGranularity {
      let here = request.position(at: wallTime) + 1
      if let end = fullEnd {
        full = end <= loaded ? here : self.position(reaching: end, in: request)
      }
      if let wanted = fullPosition {
        full = min(full, wanted <= position ? here : self.position(before: wanted, in: request))
      }
      if full < .never {
        // What comes in the same nanosecond as the last byte checked is in by then.
        if let arrival = request.arrival(before: full), arrival > wallTime {
          full = min(full, request.position(at: arrival - .resolution) + 1)
        }
        full = request.checkpoint(from: full, every: granularity)
      }
    } else {
      // A limit already reached is checked again as soon as more arrives.
      if let end = fullEnd {
        full = self.position(reaching: max(end, loaded + .resolution), in: request)
      }
      if let wanted = fullPosition {
        full = min(full, self.position(before: max(wanted, position + 1), in: request))
      }
    }
    return min(target, full)
  }

  func position(reaching mediaTime: MediaTime, in request: OpenRequest) -> ReadPosition {
    guard let position = plan.loading.position(reaching: mediaTime) else { return .never }
    return self.position(before: position, in: request)
  }

  /// The position in the open request at which all wanted bytes before `position` have arrived; of
  /// one that sweeps, this itself.
  func position(before position: ReadPosition, in request: OpenRequest) -> ReadPosition {
    guard !isSweeping else { return position }
    guard cached.end > request.position || needsExactPosition else { return position }
    return media.endOfMissing(before: position, besides: cached)
  }
}
