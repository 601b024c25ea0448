/// Writes down what happens in a session.
struct SessionRecorder: Sendable {
  private let recordsEvents: Bool
  private var startup: MediaTime?
  private var stalls: [Stall] = []
  private var played: MediaTime = .zero
  private var bufferLevels = BufferLevels()
  private var events: [Event] = []
  private var ticks: [Tick] = []

  init(recordsEvents: Bool) {
    self.recordsEvents = recordsEvents
  }

  /// Wall time goes on to `wallTime` from where the model is.
  mutating func elapse(_ model: PlaybackModel, to wallTime: MediaTime) {
    guard model.timeControlStatus == .playing else { return }
    let length = wallTime - model.wallTime
    played += length
    bufferLevels.fell(
      from: model.bufferLevel, for: length, isLoadedToEnd: model.isLoadedToEnd)
  }

  mutating func record(_ transition: Transition, _ model: PlaybackModel) {
    switch transition {
    case .bufferEmptied: record(.isPlaybackBufferEmpty(true), model)
    case .bufferNoLongerEmpty: record(.isPlaybackBufferEmpty(false), model)
    case .bufferFilled: record(.isPlaybackBufferFull(true), model)
    case .bufferNoLongerFull: record(.isPlaybackBufferFull(false), model)
    case .likelyToKeepUp: record(.isPlaybackLikelyToKeepUp(true), model)
    case .unlikelyToKeepUp: record(.isPlaybackLikelyToKeepUp(false), model)
    case .waiting:
      if let reason = model.timeControlStatus.waitingReason { record(.waiting(reason), model) }
    case .started:
      startup = model.wallTime
      record(.playbackStarted, model)
    case .stalled:
      stalls.append(
        Stall(number: model.stallCount, start: model.wallTime, mediaTime: model.currentTime))
      record(.playbackStalled(number: model.stallCount), model)
    case .resumed:
      let duration = model.wallTime - (stalls.last?.start ?? model.wallTime)
      stalls[stalls.count - 1].duration = duration
      record(.playbackResumed(number: model.stallCount, duration: duration), model)
    case .playedToEnd: record(.didPlayToEndTime, model)
    }
  }

  mutating func record(_ kind: Event.Kind, _ model: PlaybackModel) {
    guard recordsEvents else { return }
    events.append(Event(wallTime: model.wallTime, mediaTime: model.currentTime, kind: kind))
  }

  /// Adds a row of the timeline.
  mutating func record(_ model: PlaybackModel, bytesDownloaded: Int64) {
    guard ticks.last?.wallTime != model.wallTime else { return }
    ticks.append(
      Tick(
        wallTime: model.wallTime, mediaTime: model.currentTime, progress: model.progress,
        buffered: model.buffered, bufferLevel: model.bufferLevel,
        loadedTimeRanges: model.loadedTimeRanges, status: model.timeControlStatus,
        isInStall: stalls.last.map { $0.duration == nil } ?? false,
        isPlaybackBufferEmpty: model.isPlaybackBufferEmpty,
        isPlaybackBufferFull: model.isPlaybackBufferFull,
        isPlaybackLikelyToKeepUp: model.isPlaybackLikelyToKeepUp,
        bytesDownloaded: bytesDownloaded))
  }

  func session(
    _ model: PlaybackModel, _ totals: TrafficTotals, endReason: Session.EndReason
  ) -> Session {
    var stalls = stalls
    if let open = stalls.last, open.duration == nil, endReason != .starved {
      stalls[stalls.count - 1].duration = model.wallTime - open.start
    }
    return Session(
      endReason: endReason, elapsed: model.wallTime, duration: model.duration, startup: startup,
      stalls: stalls, played: played, bufferLevels: bufferLevels,
      bytesDownloaded: totals.bytesDownloaded, bytesWasted: totals.bytesWasted,
      requestCount: totals.requestCount, requestTime: totals.busyTime, events: events,
      ticks: ticks)
  }
}
