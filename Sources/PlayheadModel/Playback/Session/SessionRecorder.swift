/// Writes down what happens in a session: its stalls, seeks, waits and times by phase.
///
/// A ``Simulation`` has one. Whoever drives a ``PlaybackModel`` beside a real player passes each
/// ``PlaybackStep`` to a recorder of their own, from the player's first input on, and takes from it
/// a ``PlaybackRecord`` at any time, or the ``Session`` at the end, which makes a
/// ``SessionSummary``.
public struct SessionRecorder: Sendable {
  private let recordsEvents: Bool
  /// Whether the buffer level is measured.
  package var recordsBufferLevels = true
  private var phases = PhaseTimes()
  private var phaseSpans: [PhaseSpan] = []
  /// Up to when the picture was last seen frozen, and sound missing.
  private var (frozenEnd, silentEnd): (WallTime?, WallTime?)
  private var startup = StartupPhases()
  private var hasStarted = false
  /// When the startup was over.
  private var startupEnd: WallTime?
  /// How long the wait after a seek or a pause has taken that is open, or was last.
  private var wait = WallTime.zero
  private var stalls: [Stall] = []
  private var seeks: [Seek] = []
  private var loops = 0
  /// The buffer levels, without where the playhead was in the latest ``stretch``.
  private var bufferLevels = BufferLevels()
  private var stretch: PlayedStretch?
  private var hasFinishedLoading = false
  /// The events up to now, in order; empty if not recorded.
  public private(set) var events: [Event] = []
  /// The number of events up to now, recorded or not.
  private(set) var eventCount = 0
  private var ticks: [Tick] = []

  /// A recorder of a session that has not begun.
  public init(recordsEvents: Bool = true) {
    self.recordsEvents = recordsEvents
  }

  /// Advances wall time from the model's to `wallTime`, with nothing but arrivals from `loader`
  /// between.
  mutating func elapse(_ model: PlayerGlance, _ loader: Loader, to wallTime: WallTime) {
    if play(model, until: wallTime) { bufferLevels.elapse(model, loader, to: wallTime) }
  }

  /// Advances wall time from the model's to `wallTime`, with nothing between that matters to it.
  mutating func elapse(_ model: PlaybackModel, to wallTime: WallTime) {
    elapse(PlayerGlance(model), to: wallTime)
  }

  mutating func elapse(_ model: PlayerGlance, to wallTime: WallTime) {
    if play(model, until: wallTime) { bufferLevels.elapse(model, to: wallTime) }
  }

  /// Adds to the time of the model's phase; returns whether it plays for any with a level to be
  /// measured.
  private mutating func play(_ model: PlayerGlance, until wallTime: WallTime) -> Bool {
    guard addPhase(of: model, until: wallTime), recordsBufferLevels else { return false }
    // A playhead past what is loaded has nothing ahead, and the next of it is an input.
    guard model.bufferLevel > .zero || !model.watchesTracks else {
      bufferLevels.minimum = .zero
      return false
    }
    if stretch?.goOn(with: model, until: wallTime) ?? false { return true }
    stretch?.add(to: &bufferLevels.played)
    stretch = PlayedStretch(of: model, until: wallTime)
    return true
  }

  /// Adds to the time of the model's phase; returns whether it plays for any.
  private mutating func addPhase(of model: PlayerGlance, until wallTime: WallTime) -> Bool {
    let length = wallTime - model.loadedSince
    guard length > .zero else { return false }
    if recordsEvents { note(model.phase, from: model.loadedSince, to: wallTime) }
    switch model.phase {
    case .paused: phases.paused += length
    case .ended: phases.ended += length
    case .waiting(.startup):
      phases.startup += length
      startup.elapse(length, model)
    case .waiting(.seek):
      phases.seeking += length
      wait += length
    case .waiting(.stall), .waiting(.loop):
      phases.stalled += length
      stalls.changeLast { $0.elapsed += length }
    case .playing:
      phases.playing += length
      if model.isPictureFrozen {
        if frozenEnd != model.loadedSince { phases.frozenCount += 1 }
        phases.frozen += length
        frozenEnd = wallTime
      }
      if model.isSoundMissing {
        if silentEnd != model.loadedSince { phases.silentCount += 1 }
        phases.silent += length
        silentEnd = wallTime
      }
      return true
    }
    return false
  }

  private mutating func note(
    _ phase: PlaybackModel.Phase, from start: WallTime, to end: WallTime
  ) {
    let stall = phase.isStall ? stalls.last?.number : nil
    if let last = phaseSpans.last, last.phase == phase, last.stall == stall {
      phaseSpans[phaseSpans.count - 1].end = end
    } else {
      phaseSpans.append(PhaseSpan(phase, stall: stall, start: start, end: end))
    }
  }

  mutating func record(_ transition: PlaybackTransition, _ model: PlaybackModel) {
    switch transition {
    case .looped:
      loops += 1
      record(.didPlayToEndTime, model)
      record(.playbackLooped(number: loops), model)
    case .seekInterrupted: record(.seekFinished(isFinished: false), model)
    case .bufferEmptied: record(.isPlaybackBufferEmpty(true), model)
    case .bufferNoLongerEmpty: record(.isPlaybackBufferEmpty(false), model)
    case .bufferFilled: record(.isPlaybackBufferFull(true), model)
    case .bufferNoLongerFull: record(.isPlaybackBufferFull(false), model)
    case .likelyToKeepUp: record(.isPlaybackLikelyToKeepUp(true), model)
    case .unlikelyToKeepUp: record(.isPlaybackLikelyToKeepUp(false), model)
    case .seekFinished:
      seeks.changeLast { $0.latency = model.wallTime - $0.start }
      record(.seekFinished(isFinished: true), model)
    case .paused: record(Event.Kind.paused, model)
    case .waiting:
      if let reason = model.timeControlStatus.waitingReason { record(.waiting(reason), model) }
    case .started:
      hasStarted = true
      startupEnd = startupEnd ?? model.wallTime
      wait = .zero
      startup.reach(.started)
      record(.playbackStarted, model)
    case .waitEnded: recordWaitEnd(model)
    case .stalled:
      stalls.append(
        Stall(
          number: model.stallCount, start: model.wallTime, mediaTime: model.currentTime,
          elapsed: .zero))
      record(.playbackStalled(number: model.stallCount), model)
    case .resumed:
      record(.playbackResumed(number: model.stallCount, duration: lastStallDuration), model)
    case .stallEnded:
      record(.stallEnded(number: model.stallCount, duration: lastStallDuration), model)
    case .continued:
      wait = .zero
      record(.playbackContinued, model)
    case .playedToEnd: record(.didPlayToEndTime, model)
    case .readyToPlay: startup.reach(.firstFrame)
    case .timeJumped, .rateChanged, .failed: break
    }
  }

  /// The file is open; `requests` fetched what that took.
  mutating func recordOpening(_ requests: [ByteRange]) {
    startup.reach(.opened)
    startup.openingBytes = requests.reduce(0) { $0 + $1.count }
    startup.openingRequests = requests.count
  }

  /// A wait is over in which the user paused.
  private mutating func recordWaitEnd(_ model: PlaybackModel) {
    if startupEnd == nil {
      startupEnd = model.wallTime
      startup.reach(.started)
      record(.startupEnded(duration: model.wallTime), model)
    } else {
      record(.waitEnded(duration: wait), model)
    }
    wait = .zero
  }

  private func openWait(_ model: PlaybackModel) -> OpenWait? {
    model.phase.waitingCause.map { cause in
      switch cause {
      case .startup: OpenWait(cause, since: .zero)
      case .seek: OpenWait(cause, since: model.wallTime - wait)
      case .stall, .loop: OpenWait(cause, since: stalls.last?.start ?? .zero)
      }
    }
  }

  private var lastStallDuration: WallTime { stalls.last?.elapsed ?? .zero }

  /// Adds an event at the wall time of `model`, where the playhead is or was at `mediaTime`.
  mutating func record(_ kind: Event.Kind, _ model: PlaybackModel, from mediaTime: MediaTime) {
    eventCount += 1
    if kind == .loadingFinished { hasFinishedLoading = true }
    guard recordsEvents else { return }
    events.append(Event(wallTime: model.wallTime, mediaTime: mediaTime, kind: kind))
  }

  /// Removes the row of `wallTime`, which something else is to happen before; `false` without one.
  mutating func removeTick(at wallTime: WallTime) -> Bool {
    guard ticks.last?.wallTime == wallTime else { return false }
    ticks.removeLast()
    return true
  }

  /// The user moves the playhead from where the model is.
  mutating func recordSeek(
    to mediaTime: MediaTime, decodesFrom keyframe: MediaTime, _ model: PlaybackModel
  ) {
    recordSeek(from: model.currentTime, to: mediaTime, decodesFrom: keyframe, model)
  }

  /// The user moved the playhead at the wall time of the model.
  mutating func recordSeek(
    from start: MediaTime, to mediaTime: MediaTime, decodesFrom keyframe: MediaTime,
    _ model: PlaybackModel
  ) {
    record(.seekStarted(to: mediaTime, decodesFrom: keyframe), model, from: start)
    seeks.append(
      Seek(number: seeks.count + 1, start: model.wallTime, from: start, to: mediaTime))
  }

  mutating func record(_ kind: Event.Kind, _ model: PlaybackModel) {
    record(kind, model, from: model.currentTime)
  }

  /// Adds a row of the timeline, of a player that reports `reported` as loaded; if `nil`, what is.
  mutating func record(
    _ model: PlaybackModel, _ totals: TrafficTotals, reporting reported: TimeRangeSet? = nil
  ) {
    guard ticks.last?.wallTime != model.wallTime else { return }
    ticks.append(tick(of: model, totals, reporting: reported))
  }

  /// What a row of the timeline would be now, of a player that reports `reported` as loaded; if
  /// `nil`, what is.
  package func tick(
    of model: PlaybackModel, _ totals: TrafficTotals, reporting reported: TimeRangeSet? = nil
  ) -> Tick {
    let buffered = reported.map {
      model.share($0.range(containing: model.currentTime)?.end ?? model.currentTime)
    }
    return Tick(
      wallTime: model.wallTime, mediaTime: model.currentTime, progress: model.progress,
      buffered: buffered ?? model.buffered, bufferLevel: model.bufferLevel,
      loadedTimeRanges: reported ?? model.loadedTimeRanges, status: model.timeControlStatus,
      rate: model.rate, phase: model.phase,
      isPlaybackBufferEmpty: model.isPlaybackBufferEmpty,
      isPlaybackBufferFull: model.isPlaybackBufferFull,
      isPlaybackLikelyToKeepUp: model.isPlaybackLikelyToKeepUp,
      bytesDownloaded: totals.bytesDownloaded, bytesWasted: totals.bytesWasted,
      requestTime: totals.busyTime, stallCount: stalls.count, stalled: phases.stalled)
  }

  /// The record up to now, as of `model`.
  ///
  /// - Parameters:
  ///   - model: the player.
  ///   - totals: the traffic.
  ///   - requests: the requests so far.
  ///   - wasted: the bytes that each dropped request wastes in the end, by its number, where that
  ///     was not known as it was dropped.
  ///   - unperformedActions: the user's actions that are not performed yet.
  /// - Returns: the record.
  func record(
    of model: PlaybackModel, _ totals: TrafficTotals, requests: [MediaRequest] = [],
    wastedInTheEnd wasted: [Int: Int64] = [:], unperformedActions: [UserAction] = []
  ) -> PlaybackRecord {
    var events = events
    if !wasted.isEmpty {
      for place in events.indices {
        guard case .requestDropped(let number, _) = events[place].kind else { continue }
        events[place].kind = .requestDropped(number: number, wastedBytes: wasted[number] ?? 0)
      }
    }
    var stalls = stalls
    if model.isInStall { stalls.changeLast { $0.isOpen = true } }
    var seeks = seeks
    if model.isSeeking { seeks.changeLast { $0.isOpen = true } }
    var bufferLevels = bufferLevels
    stretch?.add(to: &bufferLevels.played)
    var startup = startup
    if startup.milestone < .opened {
      startup.openingBytes = totals.bytesDownloaded - totals.bytesWasted
      startup.openingRequests = totals.requestCount
    }
    return PlaybackRecord(
      elapsed: model.wallTime, duration: model.duration,
      startup: hasStarted ? startupEnd : nil, startupPhases: startup, stalls: stalls,
      seeks: seeks, openWait: openWait(model), unperformedActions: unperformedActions,
      phases: phases, phaseSpans: phaseSpans, bufferLevels: bufferLevels,
      bytesDownloaded: totals.bytesDownloaded, bytesWasted: totals.bytesWasted,
      requestCount: totals.requestCount,
      requestTime: totals.busyTime, hasFinishedLoading: hasFinishedLoading, requests: requests,
      events: events, ticks: ticks)
  }
}

extension BufferLevels {
  /// The model plays on until `wallTime`, with nothing but arrivals from `loader` between.
  fileprivate mutating func elapse(
    _ model: PlayerGlance, _ loader: Loader, to wallTime: WallTime
  ) {
    guard !model.isLoadedToEnd else {
      loaded.add(model.duration, from: model.wallTime, to: wallTime)
      return
    }
    loader.integrate(from: model.wallTime, to: wallTime, known: model.loadedEnd, &loaded)
    minimum = MinimumLevel.least(minimum, of: model, over: loader, until: wallTime)
  }

  /// The model plays on until `wallTime`, with no more loaded than it knows.
  fileprivate mutating func elapse(_ model: PlayerGlance, to wallTime: WallTime) {
    loaded.add(model.loadedEnd, from: model.loadedSince, to: wallTime)
    guard !model.isLoadedToEnd else { return }
    let level = max(.zero, model.loadedEnd - model.mediaTime(at: wallTime))
    minimum = min(minimum ?? level, level)
  }
}

extension Array {
  /// Changes the last element, if there is one.
  fileprivate mutating func changeLast(_ change: (inout Element) -> Void) {
    if let last = indices.last { change(&self[last]) }
  }
}
