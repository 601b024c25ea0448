/// The steps of loading, lane by lane.
extension Loader {
  /// The visible result of continuing to load.
  enum Step: Sendable {
    /// No visible change.
    case none
    /// A request was sent, in place of the one that was `dropped`.
    case sent(number: Int, offset: Int64, dropped: DroppedRequest?)
    /// All wanted bytes of a lane from the aim on have arrived, and open requests were `dropped`.
    case finished(dropped: [DroppedRequest])
  }

  /// A number of bytes and the time that they took.
  struct ThroughputSample: Sendable {
    var bytes: Int64
    var time: WallTime
  }

  /// The significant results of an arrival.
  struct Arrival: Sendable {
    /// Whether the arrival completes the opening of the file.
    var opens = false
    /// Whether the player now checks whether to stop loading, according to `loadGranularity`.
    var isCheckpoint = false
    /// The throughput measurement that the arrival completes.
    var measurement: ThroughputSample?
    /// The measurements that other requests complete.
    var otherMeasurements: [ThroughputSample] = []

    /// Adds a measurement of another request.
    mutating func add(_ measurement: ThroughputSample) {
      if self.measurement == nil {
        self.measurement = measurement
      } else {
        otherMeasurements.append(measurement)
      }
    }
  }

  /// Takes in all bytes by `wallTime`; later questions are never about an earlier time.
  mutating func arrive(at wallTime: WallTime) -> Arrival {
    guard !isAlone else { return lane.arrive(at: wallTime) }
    let wasOpened = isOpened
    var arrival = lane.arrive(at: wallTime)
    if arrival.isCheckpoint { lane.latestCheckpoint = wallTime }
    for number in otherLanes.indices {
      let other = otherLanes[number].arrive(at: wallTime)
      if other.isCheckpoint {
        otherLanes[number].latestCheckpoint = wallTime
        arrival.isCheckpoint = true
      }
      if let measurement = other.measurement { arrival.add(measurement) }
      for measurement in other.otherMeasurements { arrival.add(measurement) }
    }
    arrival.opens = !wasOpened && isOpened
    return arrival
  }

  /// Takes the next steps for `model`: blocks the senders if the buffer is full, otherwise
  /// continues open requests or sends others.
  mutating func continueLoading(for model: PlaybackModel, at wallTime: WallTime) -> [Step] {
    judgeLanes(for: model, at: wallTime)
    // A player that lacks media of a track reads on, however much it has of the others.
    let mayStop = model.areTracksReady
    let isFull = (model.isPlaybackBufferFull || lane.isFull) && mayStop
    var steps: [Step] = []
    lane.continueLoading(isFull: isFull, at: wallTime, &log, &steps)
    for number in otherLanes.indices {
      let isFull = otherLanes[number].isFull && mayStop
      otherLanes[number].continueLoading(isFull: isFull, at: wallTime, &log, &steps)
    }
    requestTime.run(isFlowing, from: wallTime)
    shareLink(from: wallTime)
    return steps
  }

  /// Aims loading at a new playhead; returns the requests that are dropped, for `reason`.
  mutating func aim(
    at mediaTime: MediaTime, _ wallTime: WallTime, for reason: MediaRequest.EndReason
  ) -> [DroppedRequest] {
    var dropped = lane.aim(at: mediaTime, wallTime, for: reason, &log)
    for number in otherLanes.indices {
      dropped += otherLanes[number].aim(at: mediaTime, wallTime, for: reason, &log)
    }
    return dropped
  }

  /// Discards the bytes before those for showing `mediaTime`; returns the first media time still
  /// loaded.
  mutating func forget(before mediaTime: MediaTime, at wallTime: WallTime) -> MediaTime? {
    guard isOpened else { return nil }
    var start = lane.forget(before: mediaTime, at: wallTime)
    for number in otherLanes.indices {
      guard let other = otherLanes[number].forget(before: mediaTime, at: wallTime) else { continue }
      start = max(start ?? other, other)
    }
    return start
  }

  // MARK: The shared link

  /// From `wallTime` on, gives each request in flight an equal share of the link.
  mutating func shareLink(from wallTime: WallTime) {
    guard !isAlone else { return }
    let flows = flowCount(at: wallTime)
    guard flows > 0 else { return }
    lane.share(flows, from: wallTime)
    for number in otherLanes.indices { otherLanes[number].share(flows, from: wallTime) }
  }

  /// The number of requests whose bytes the link carries from `wallTime` on.
  func flowCount(at wallTime: WallTime) -> Int {
    otherLanes.reduce(lane.flowCount(at: wallTime)) { $0 + $1.flowCount(at: wallTime) }
  }

  /// When the number of requests in flight next changes, other than by completion of one; `nil` if
  /// that never matters.
  func nextFlowChange(after wallTime: WallTime) -> WallTime? {
    guard !otherLanes.isEmpty || !lane.otherChannels.isEmpty else { return nil }
    let change = lanes.flatMap(\.channels).compactMap { $0.nextFlowChange(after: wallTime) }.min()
    return change.flatMap { link.canDeliver(after: $0) ? $0 : nil }
  }
}

extension LaneLoader {
  fileprivate func flowCount(at wallTime: WallTime) -> Int {
    otherChannels.reduce(channel.flowCount(at: wallTime)) { $0 + $1.flowCount(at: wallTime) }
  }

  fileprivate mutating func share(_ flows: Int, from wallTime: WallTime) {
    channel.share(flows, from: wallTime)
    for number in otherChannels.indices { otherChannels[number].share(flows, from: wallTime) }
  }
}
