/// What becomes of loading, and how requests share the link.
extension Loader {
  /// The visible result of continuing to load.
  enum Step: Sendable {
    /// No visible change.
    case none
    /// A request was sent, in place of the one that was `dropped`.
    case sent(number: Int, offset: Int64, dropped: DroppedRequest?)
    /// All wanted bytes from the aim on have arrived, and open requests were `dropped`.
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

  // MARK: The shared link

  /// From `wallTime` on, gives each request in flight an equal share of the link.
  mutating func shareLink(from wallTime: WallTime) {
    guard !isAlone else { return }
    let flows = flowCount(at: wallTime)
    guard flows > 0 else { return }
    channel.share(flows, from: wallTime)
    for number in otherChannels.indices { otherChannels[number].share(flows, from: wallTime) }
  }

  /// The number of requests whose bytes the link carries from `wallTime` on.
  func flowCount(at wallTime: WallTime) -> Int {
    otherChannels.reduce(channel.flowCount(at: wallTime)) { $0 + $1.flowCount(at: wallTime) }
  }

  /// When the number of requests in flight next changes, other than by completion of one; `nil` if
  /// that never matters.
  func nextFlowChange(after wallTime: WallTime) -> WallTime? {
    guard !isAlone else { return nil }
    let change = channels.compactMap { $0.nextFlowChange(after: wallTime) }.min()
    return change.flatMap { link.canDeliver(after: $0) ? $0 : nil }
  }
}
