import PlayheadAnalysis
import PlayheadModel

/// Puts a session's events into words, in order.
struct MarkWriter {
  let session: Session
  let durations: TextStyle.Durations
  /// Why it waits, if that is known.
  let causes: SessionCauses?
  private(set) var marks: [TimelineMark] = []
  private var seeks = 0
  /// The stretches of a full buffer that have yet to begin.
  private var fullStretches: ArraySlice<FullStretch>
  private var hasBegun = false
  /// When the last mark was written that makes playback resume.
  private var lastCause: WallTime?
  private var lastPause: WallTime?
  /// When the playhead was last moved.
  private var lastMove: WallTime?

  init(session: Session, causes: SessionCauses?, durations: TextStyle.Durations) {
    self.session = session
    self.causes = causes
    self.durations = durations
    fullStretches = session.fullStretches[...]
  }

  /// Writes the mark of `event`, which `next` follows.
  mutating func write(_ event: Event, before next: Event?) {
    switch event.kind {
    case .play, .pause, .rate, .playImmediately: writeAction(event)
    case .seekStarted(let target, let keyframe): writeSeek(event, to: target, decodesFrom: keyframe)
    case .seekFinished(let isFinished): writeSeekEnd(event, isFinished: isFinished)
    case .pathChanged: add(event, words(for: event), .yellow)
    case .playbackStarted:
      let startup = session.startup ?? .zero
      add(
        event,
        startup == event.wallTime ? "starts after \(text(startup))" : "starts", .green)
    case .startupEnded, .waitEnded:
      add(event, "\(words(for: event)), still paused", .green)
    case .playbackStalled(let number): writeStall(event, number)
    case .playbackResumed:
      add(event, words(for: event), .green)
      marks[marks.count - 1].stall = .end
    case .stallEnded:
      let isPaused = lastMove != event.wallTime
      add(
        event, "\(words(for: event))\(isPaused ? ", still paused" : "")", isPaused ? .green : nil)
      marks[marks.count - 1].stall = .end
    case .playbackContinued:
      add(event, words(for: event), .green)
      marks[marks.count - 1].isDetail = lastCause == event.wallTime
    case .playbackLooped:
      addAction(event, words(for: event))
      lastMove = event.wallTime
    case .gapJumped: add(event, words(for: event), .yellow)
    case .paused:
      lastPause = event.wallTime
      addDetail(event, words(for: event))
    case .didPlayToEndTime: writeEnd(event, before: next)
    case .waiting: addDetail(event, words(for: event))
    default: writeLoading(event)
    }
  }

  private func text<Clock>(_ time: Time<Clock>) -> String {
    durations.text(time, places: 3)
  }

  private func words(for event: Event) -> String { event.kind.words(durations) }

  private mutating func add(_ event: Event, _ text: String, _ color: TextStyle.Color?) {
    marks.append(
      TimelineMark(
        wallTime: event.wallTime, mediaTime: event.mediaTime, text: text, color: color))
  }

  private mutating func addDetail(_ event: Event, _ text: String) {
    add(event, text, nil)
    marks[marks.count - 1].isDetail = true
  }

  private mutating func addAction(_ event: Event, _ text: String) {
    add(event, text, .bold)
    lastCause = event.wallTime
  }

  private mutating func writeAction(_ event: Event) {
    switch event.kind {
    case .pause, .rate, .playImmediately:
      addAction(event, words(for: event))
    default:
      addAction(event, "play")
      // The first is where wall time begins.
      marks[marks.count - 1].isDetail = !hasBegun
      hasBegun = true
    }
  }

  /// Requests, the buffer and its flags.
  private mutating func writeLoading(_ event: Event) {
    switch event.kind {
    case .requestSent:
      add(event, words(for: event), .dim)
      marks[marks.count - 1].kind = .request
    case .requestDropped: add(event, words(for: event), .dim)
    case .isPlaybackBufferFull(true):
      let isAllLoaded = fullStretches.popFirst()?.isAllLoaded ?? false
      add(event, words(for: event) + (isAllLoaded ? "" : ", loading stops"), .yellow)
      // Only a buffer that loading stops for is filled and drained again and again.
      if !isAllLoaded { marks[marks.count - 1].kind = .full }
    case .isPlaybackBufferFull(false):
      add(event, words(for: event), .yellow)
      marks[marks.count - 1].kind = .noLongerFull
    case .opened, .loadingFinished, .backBufferDropped, .isPlaybackBufferEmpty,
      .isPlaybackLikelyToKeepUp:
      addDetail(event, words(for: event))
    default: break
    }
  }

  private mutating func writeSeek(_ event: Event, to target: MediaTime, decodesFrom: MediaTime) {
    seeks += 1
    let preroll = target - decodesFrom
    let decoded = preroll > .zero ? ", decoding starts \(text(preroll)) earlier" : ""
    let isThere = seek?.latency == .zero ? ", already loaded" : ""
    addAction(event, "seek \(seeks) to \(text(target))\(isThere)\(decoded)")
    lastMove = event.wallTime
  }

  private mutating func writeSeekEnd(_ event: Event, isFinished: Bool) {
    guard isFinished else {
      add(event, "seek \(seeks - 1) cancelled by seek \(seeks)", .yellow)
      return
    }
    lastCause = event.wallTime
    let latency = seek?.latency ?? .zero
    add(event, "seek \(seeks): target loaded after \(text(latency))", .green)
    marks[marks.count - 1].isDetail = latency == .zero
  }

  /// The last seek so far.
  private var seek: Seek? {
    session.seeks.indices.contains(seeks - 1) ? session.seeks[seeks - 1] : nil
  }

  private mutating func writeStall(_ event: Event, _ number: Int) {
    let why =
      if lastPause == event.wallTime {
        "buffer empty, the player pauses"
      } else if lastMove == event.wallTime {
        "too little loaded for the loop"
      } else {
        "buffer empty"
      }
    let cause = causes?.stalls[number].map { CauseText(durations: durations).clause($0) }
    add(event, "stall \(number) begins: \(why)\(cause.map { "; \($0)" } ?? "")", .red)
    marks[marks.count - 1].stall = .begin
  }

  private mutating func writeEnd(_ event: Event, before next: Event?) {
    add(event, "end of media", .bold)
    // The end of the session says it, and so does a loop that begins at once.
    if case .playbackLooped? = next?.kind { marks[marks.count - 1].isDetail = true }
    if event.wallTime >= session.elapsed { marks[marks.count - 1].isDetail = true }
  }
}
