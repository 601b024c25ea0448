/// The steps of loading, lane by lane.
extension Loader {
  /// The visible result of continuing to load.
  enum Step: Sendable {
    /// No visible change.
    case none
    /// A request was sent, in place of the one that was `dropped`.
    case sent(number: Int, offset: Int64, dropped: DroppedRequest?)
    /// All wanted bytes of a lane from the aim on have arrived, and the open request was `dropped`.
    case finished(dropped: DroppedRequest?)
  }

  /// A number of bytes and the time that they took.
  struct Measurement: Sendable {
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
    var measurement: Measurement?
    /// The measurements that arrivals in other lanes complete.
    var otherMeasurements: [Measurement] = []
  }

  /// Takes in all bytes by `wallTime`; later questions are never about an earlier time.
  mutating func arrive(at wallTime: WallTime) -> Arrival {
    guard !isAlone else { return lane.arrive(at: wallTime) }
    let wasOpened = isOpened
    var arrival = lane.arrive(at: wallTime)
    for number in otherLanes.indices {
      let other = otherLanes[number].arrive(at: wallTime)
      arrival.isCheckpoint = arrival.isCheckpoint || other.isCheckpoint
      if let measurement = other.measurement { arrival.otherMeasurements.append(measurement) }
    }
    arrival.opens = !wasOpened && isOpened
    return arrival
  }

  /// Takes the next steps: blocks the senders if the buffer is full, otherwise continues open
  /// requests or sends others.
  mutating func continueLoading(isFull: Bool, at wallTime: WallTime) -> [Step] {
    var steps: [Step] = []
    func add(_ step: Step) {
      if case .none = step { return }
      steps.append(step)
    }
    add(lane.continueLoading(isFull: isFull, at: wallTime, &log))
    for number in otherLanes.indices {
      add(otherLanes[number].continueLoading(isFull: isFull, at: wallTime, &log))
    }
    requestTime.run(isFlowing, from: wallTime)
    shareLink(from: wallTime)
    return steps
  }

  /// Aims loading at a new playhead; returns the requests that are dropped, for `reason`.
  mutating func aim(
    at mediaTime: MediaTime, _ wallTime: WallTime, for reason: MediaRequest.EndReason
  ) -> [DroppedRequest] {
    var dropped: [DroppedRequest] = []
    if let request = lane.aim(at: mediaTime, wallTime, for: reason, &log) {
      dropped.append(request)
    }
    for number in otherLanes.indices {
      if let request = otherLanes[number].aim(at: mediaTime, wallTime, for: reason, &log) {
        dropped.append(request)
      }
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
  private mutating func shareLink(from wallTime: WallTime) {
    guard !isAlone else { return }
    let flows = otherLanes.reduce(lane.channel.flowCount(at: wallTime)) {
      $0 + $1.channel.flowCount(at: wallTime)
    }
    guard flows > 0 else { return }
    lane.channel.share(flows, from: wallTime)
    for number in otherLanes.indices { otherLanes[number].channel.share(flows, from: wallTime) }
  }

  /// When the number of requests in flight next changes, other than by completion of one; `nil` if
  /// that never matters.
  func nextFlowChange(after wallTime: WallTime) -> WallTime? {
    guard !isAlone else { return nil }
    let change = lanes.compactMap { $0.channel.nextFlowChange(after: wallTime) }.min()
    return change.flatMap { link.canDeliver(after: $0) ? $0 : nil }
  }
}
