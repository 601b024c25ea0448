/// The next arrivals that matter, where bytes do not come in the order in which they are read or on
/// one connection.
extension Loader {
  /// When one of `targets` is next reached, or the share of the link changes; `nil` if neither ever
  /// happens.
  func nextMappedArrival(_ targets: LoadingTargets, at wallTime: WallTime) -> WallTime? {
    var next = nextFlowChange(after: wallTime)
    func add(_ time: WallTime?) {
      // What is in already, but joins nothing at the playhead, is not waited for.
      if let time, time > wallTime { next = min(next ?? time, time) }
    }
    add(nextCompletion(after: wallTime))
    if isOpened {
      if let end = targets.end { add(arrival(of: end)) }
      if let tracks = targets.tracks {
        for position in plan.positions(reaching: tracks) { add(arrival(before: position)) }
      }
      add(arrivalFilling(targets, at: wallTime))
    }
    if let next { return next }
    // `nil` only if the link ends before; a link that is too slow delivers after any session.
    return isFlowing && link.canDeliver(after: .bound) ? .bound + .resolution : nil
  }

  /// When the last byte of the open requests arrives that takes a track farther than it is at
  /// `wallTime`; `nil` if none does, or the policy has no rules for tracks.
  func lastTrackArrival(after wallTime: WallTime) -> WallTime? {
    guard policy.watchesTracks, isOpened else { return nil }
    let (now, last) = (contents(at: wallTime), contents(at: .bound))
    let targets = TrackTargets(
      decoded: last.decodedEnds.beyond(now.decodedEnds),
      read: last.trackEnds.beyond(now.trackEnds))
    return plan.positions(reaching: targets).compactMap { arrival(before: $0) }
      .filter { $0 > wallTime }.max()
  }

  /// When the buffer may next become full.
  private func arrivalFilling(_ targets: LoadingTargets, at wallTime: WallTime) -> WallTime? {
    let (level, bytes) = (targets.full.level, targets.full.bytes)
    guard level != nil || bytes != nil else { return nil }
    let loaded = max(targets.loadedEnd, loadedEnd(at: wallTime))
    let ahead = bytes == nil ? 0 : bytesAhead(of: targets.playhead, at: wallTime)
    // A limit already reached is checked again as soon as more arrives.
    let isReached =
      level.map { targets.playhead + $0 <= loaded } ?? false || bytes.map { $0 <= ahead } ?? false
    var next: WallTime?
    func add(_ time: WallTime?) {
      if let time { next = min(next ?? time, time) }
    }
    if policy.parameters.loadGranularity == nil || !isReached {
      if let level { add(arrival(of: max(targets.playhead + level, loaded + .resolution))) }
      if let bytes {
        let wanted = max(bytes, ahead + 1)
        let end = rendition.firstByteToShow.position(at: targets.playhead) + wanted
        if end <= media.end { add(arrival(before: end)) }
      }
    }
    guard let granularity = policy.parameters.loadGranularity else { return next }
    guard isReached || next != nil else { return nil }
    let last = max(wallTime, isReached ? wallTime : (next ?? wallTime) - .resolution)
    return nextCheckpoint(after: last, every: granularity)
  }

  private var flowingRequests: [OpenRequest] {
    channels.compactMap(\.request).filter(\.isFlowing)
  }

  /// When an open request is next complete or completes a measurement; `nil` if none ever does.
  private func nextCompletion(after wallTime: WallTime) -> WallTime? {
    flowingRequests.compactMap {
      $0.arrival(before: min($0.end, $0.nextMeasurement ?? .never))
    }.filter { $0 > wallTime }.min()
  }

  /// When an open request first reaches a multiple of `bytes` after `wallTime`.
  private func nextCheckpoint(after wallTime: WallTime, every bytes: Int64) -> WallTime? {
    flowingRequests.compactMap {
      $0.arrival(before: $0.checkpoint(from: $0.position(at: wallTime) + 1, every: bytes))
    }.min()
  }

  /// When the last byte of the open requests arrives, if that is after `wallTime`.
  func lastArrival(after wallTime: WallTime) -> WallTime? {
    flowingRequests.compactMap { request in
      let end = request.position(at: .bound)
      return end > request.position(at: wallTime) ? request.arrival(before: end) : nil
    }.max()
  }
}

extension TrackTimes {
  /// Those of these that are later than those of `other`.
  fileprivate func beyond(_ other: TrackTimes) -> TrackTimes {
    func later(_ one: MediaTime?, _ other: MediaTime?) -> MediaTime? {
      guard let one, one > other ?? .zero else { return nil }
      return one
    }
    return TrackTimes(video: later(video, other.video), audio: later(audio, other.audio))
  }
}
