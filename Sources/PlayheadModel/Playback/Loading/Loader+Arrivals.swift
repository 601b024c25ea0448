/// The next arrivals that matter.
extension Loader {
  /// When one of `targets` is next reached, or the share of the link changes; `nil` if neither ever
  /// happens.
  func nextArrival(_ targets: LoadingTargets, at wallTime: WallTime) -> WallTime? {
    guard !isDirect else { return lane.nextArrival(targets, at: wallTime) }
    var next = nextFlowChange(after: wallTime)
    func add(_ time: WallTime?) {
      // What is in already, but joins nothing at the playhead, is not waited for.
      if let time, time > wallTime { next = min(next ?? time, time) }
    }
    for lane in lanes { add(lane.nextCompletion(after: wallTime)) }
    if isOpened {
      if let end = targets.end { add(arrival(of: end)) }
      if let tracks = targets.tracks {
        for lane in lanes {
          for position in lane.plan.positions(reaching: tracks) {
            add(lane.arrival(before: position))
          }
        }
      }
      add(arrivalFilling(targets, at: wallTime, before: next))
      for (lane, amounts) in zip(lanes, targets.lanes) {
        if let level = amounts.level {
          add(lane.arrivalFilling(targets.playhead + level, at: wallTime))
        }
        // Bytes are those of all lanes.
        guard let bytes = amounts.bytes else { continue }
        var targets = targets
        targets.full = BufferAmounts(bytes: bytes)
        add(arrivalFilling(targets, at: wallTime, before: next))
      }
    }
    if let next { return next }
    // `nil` only if the link ends before; a link that is too slow delivers after any session.
    return isFlowing && link.canDeliver(after: .bound) ? .bound + .resolution : nil
  }

  /// When the open requests have loaded the media around the playhead up to `mediaTime`, of which
  /// they lack something; `nil` if they do not.
  func arrival(of mediaTime: MediaTime) -> WallTime? {
    guard !isDirect else { return lane.arrival(of: mediaTime) }
    guard isOpened else { return nil }
    var last: WallTime?
    for lane in lanes {
      // A lane that has it from before waits for nothing.
      guard lane.plan.loading.end(at: lane.frontier) < mediaTime else { continue }
      guard lane.isFlowing, let arrival = lane.arrival(of: mediaTime) else { return nil }
      last = max(last ?? arrival, arrival)
    }
    return last
  }

  /// When the last byte of the open requests arrives that loads media beyond `loadedEnd` or, while
  /// the lanes are being opened, the last one after `wallTime`; `nil` if none does.
  func lastArrival(beyond loadedEnd: MediaTime, after wallTime: WallTime) -> WallTime? {
    guard !isDirect else { return lane.lastArrival(beyond: loadedEnd, after: wallTime) }
    guard isOpened else { return lanes.compactMap { $0.lastArrival(after: wallTime) }.max() }
    guard isFlowing, let end = loadedRange(at: .bound)?.end, end > loadedEnd else { return nil }
    return arrival(of: end)
  }

  /// When the last byte of the open requests arrives that takes a track farther than it is at
  /// `wallTime`; `nil` if none does, or the policy has no rules for tracks.
  func lastTrackArrival(after wallTime: WallTime) -> WallTime? {
    guard policy.watchesTracks, isOpened else { return nil }
    return lanes.compactMap { $0.lastTrackArrival(after: wallTime) }.max()
  }

  /// When the buffer may next become full, unless `limit` is earlier.
  private func arrivalFilling(
    _ targets: LoadingTargets, at wallTime: WallTime, before limit: WallTime?
  ) -> WallTime? {
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
        if otherLanes.isEmpty {
          let end = lane.rendition.firstByteToShow.position(at: targets.playhead) + wanted
          if end <= lane.media.end { add(lane.arrival(before: end)) }
        } else {
          add(
            WallTime.first(from: wallTime, to: limit ?? .bound) {
              bytesAhead(of: targets.playhead, at: $0) >= wanted
            })
        }
      }
    }
    guard let granularity = policy.parameters.loadGranularity else { return next }
    guard isReached || next != nil else { return nil }
    let last = max(wallTime, isReached ? wallTime : (next ?? wallTime) - .resolution)
    return lanes.compactMap { $0.nextCheckpoint(after: last, every: granularity) }.min()
  }
}

extension LaneLoader {
  /// When the lane may next become full, which it is if media up to `end` is loaded.
  fileprivate func arrivalFilling(_ end: MediaTime, at wallTime: WallTime) -> WallTime? {
    guard isFlowing else { return nil }
    let loaded = loadedEnd(at: wallTime)
    guard let granularity = policy.parameters.loadGranularity else {
      return arrival(of: max(end, loaded + .resolution))
    }
    guard end > loaded else { return nextCheckpoint(after: wallTime, every: granularity) }
    return arrival(of: end).flatMap {
      nextCheckpoint(after: max(wallTime, $0 - .resolution), every: granularity)
    }
  }

  fileprivate func lastTrackArrival(after wallTime: WallTime) -> WallTime? {
    let (now, last) = (contents(at: wallTime), contents(at: .bound))
    let targets = TrackTargets(
      decoded: last.decodedEnds.beyond(now.decodedEnds),
      read: last.trackEnds.beyond(now.trackEnds))
    return plan.positions(reaching: targets).compactMap { arrival(before: $0) }
      .filter { $0 > wallTime }.max()
  }

  private var flowingRequests: [OpenRequest] {
    channels.compactMap(\.request).filter(\.isFlowing)
  }

  /// When an open request is next complete or completes a measurement; `nil` if none ever does.
  fileprivate func nextCompletion(after wallTime: WallTime) -> WallTime? {
    flowingRequests.compactMap {
      $0.arrival(before: min($0.end, $0.nextMeasurement ?? .never))
    }.filter { $0 > wallTime }.min()
  }

  /// When an open request first reaches a multiple of `bytes` after `wallTime`.
  fileprivate func nextCheckpoint(after wallTime: WallTime, every bytes: Int64) -> WallTime? {
    flowingRequests.compactMap {
      $0.arrival(before: $0.checkpoint(from: $0.position(at: wallTime) + 1, every: bytes))
    }.min()
  }

  /// When the last byte of the open requests arrives, if that is after `wallTime`.
  fileprivate func lastArrival(after wallTime: WallTime) -> WallTime? {
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

extension Time {
  /// The first time after `start`, and no later than `end`, at which `holds` is true; `nil` if none
  /// is.
  ///
  /// - Precondition: once true, `holds` stays true for all later times.
  static func first(
    from start: Self, to end: Self, where holds: (Self) -> Bool
  ) -> Self? {
    guard start < end, holds(end) else { return nil }
    var (before, after) = (start, end)
    while after - before > .resolution {
      let middle = before + Self(nanoseconds: (after - before).nanoseconds / 2)
      if holds(middle) { after = middle } else { before = middle }
    }
    return after
  }
}
