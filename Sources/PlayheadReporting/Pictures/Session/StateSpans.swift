import PlayheadAnalysis
import PlayheadModel
import PlayheadPictures

/// What a session is at, as stretches of wall time that follow on each other.
struct StateSpans {
  /// A stretch of one state.
  struct Span: Hashable {
    var state: State
    var start: WallTime
    var end: WallTime
    /// The number of the stall; `nil` of anything else.
    var number: Int?
  }

  /// What a session can be at; waits include the pauses in them.
  enum State: String, CaseIterable {
    case startup, playing, stalled, seeking, paused, ended

    init(_ phase: PlaybackModel.Phase) {
      self =
        switch phase {
        case .playing: .playing
        case .waiting(.startup): .startup
        case .waiting(.seek): .seeking
        case .waiting(.stall), .waiting(.loop): .stalled
        case .paused: .paused
        case .ended: .ended
        }
    }

    /// How it looks.
    var tone: Tone {
      switch self {
      case .startup: .startup
      case .playing: .playing
      case .stalled: .stalled
      case .seeking: .seeking
      case .paused: .paused
      case .ended: .ended
      }
    }

    /// Its name in legends.
    var name: String {
      switch self {
      case .startup: "starting"
      case .seeking: "waiting after a seek"
      case .playing, .stalled, .paused, .ended: rawValue
      }
    }

    /// How high it is drawn, of 4, so that states differ in more than colour.
    var height: Int64 {
      switch self {
      case .playing: 4
      case .startup, .stalled, .seeking: 2
      case .paused, .ended: 1
      }
    }
  }

  /// The stretches, in order, none empty.
  let spans: [Span]

  /// The states of `session`, whose events are recorded.
  init(_ session: Session) {
    self.init(session.phaseSpans)
  }

  /// The states of a compared session; of one that is known only by its report, as its events tell
  /// them.
  init(_ session: ComparedSession) {
    if session.phaseSpans.isEmpty {
      self.init(session.events, until: session.elapsed)
    } else {
      self.init(session.phaseSpans)
    }
  }

  private init(_ phases: [PhaseSpan]) {
    var spans: [Span] = []
    for phase in phases {
      let state = State(phase.phase)
      if let last = spans.last, last.state == state, last.number == phase.stall {
        spans[spans.count - 1].end = phase.end
      } else {
        spans.append(
          Span(state: state, start: phase.start, end: phase.end, number: phase.stall))
      }
    }
    self.spans = spans
  }

  /// The states that `events` of a session lead to, which took `elapsed`.
  ///
  /// Where a user pauses in a wait, they do not always tell whether it is still open.
  init(_ events: [Event], until elapsed: WallTime) {
    var spans: [Span] = []
    var (state, number, start) = (State.startup, Int?.none, WallTime.zero)
    func enter(_ next: State, _ time: WallTime, number next2: Int? = nil) {
      guard next != state || next2 != number else { return }
      if time > start {
        spans.append(Span(state: state, start: start, end: time, number: number))
      }
      (state, number, start) = (next, next2, max(start, time))
    }
    // Whether the player is paused, if in a wait; whether it would play if it were not.
    var (isPaused, keepsUp, isFull) = (false, false, false)
    var lastSeek: WallTime?
    for event in events {
      let time = event.wallTime
      switch event.kind {
      case .paused: isPaused = true
      case .waiting, .playbackStarted, .playbackResumed, .playbackContinued: isPaused = false
      case .isPlaybackLikelyToKeepUp(let value): keepsUp = value
      case .isPlaybackBufferFull(let value): isFull = value
      case .seekStarted: lastSeek = time
      default: break
      }
      switch event.kind {
      case .playbackStarted, .playbackResumed, .playbackContinued: enter(.playing, time)
      case .playbackStalled(let stall): enter(.stalled, time, number: stall)
      case .waiting where [.playing, .paused, .ended].contains(state): enter(.seeking, time)
      case .paused where state == .playing || state == .ended: enter(.paused, time)
      case .startupEnded, .waitEnded: enter(.paused, time)
      // In a pause by what came, or by a seek, after which the player may wait anew.
      case .stallEnded:
        let isReady = keepsUp || isFull || lastSeek != time
        enter(isPaused && isReady ? .paused : .seeking, time)
      case .didPlayToEndTime: enter(.ended, time)
      case .playbackLooped where state == .ended: enter(.playing, time)
      default: break
      }
    }
    if elapsed > start {
      spans.append(Span(state: state, start: start, end: elapsed, number: number))
    }
    self.spans = spans
  }
}
