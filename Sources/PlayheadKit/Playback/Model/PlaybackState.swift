/// What a player does; states that cannot occur cannot be written.
enum PlaybackState: Hashable, Sendable {
  /// The rate is zero.
  case paused(Pause)
  /// The user has requested playback at `rate`, which is not zero, and too little is loaded.
  case waiting(WaitingCause, rate: PlaybackRate)
  /// The playhead moves along a line.
  case playing(Line)
  /// Playback has reached the end.
  case ended
  /// The media proved unplayable during a pause, or what has become one.
  case failed(Pause)

  /// A pause by what came before it.
  enum Pause: Hashable, Sendable {
    /// The first frame has not been played.
    case beforeStart
    /// Playback that had started was paused, or the playhead moved since.
    case outsideStall
    /// A stall is open.
    case inStall(StallCause, by: Pauser)
  }

  /// The cause of a stall.
  enum StallCause: Hashable, Sendable {
    /// The buffer ran empty.
    case empty
    /// A loop found too little loaded.
    case loop
  }

  /// Who paused a player in a stall.
  enum Pauser: Hashable, Sendable {
    /// The user, so the stall ends when the buffer would let playback resume.
    case user
    /// The player itself, so the stall ends when it plays again.
    case player
  }

  /// The motion of the playhead, from a wall time and a media time at a rate other than zero.
  struct Line: Hashable, Sendable {
    var wallTime: MediaTime
    var mediaTime: MediaTime
    var rate: PlaybackRate

    /// The playhead at `wallTime`.
    func mediaTime(at wallTime: MediaTime) -> MediaTime {
      mediaTime + rate.media(in: wallTime - self.wallTime)
    }

    /// The wall time at which the playhead reaches `mediaTime`.
    func wallTime(reaching mediaTime: MediaTime) -> MediaTime {
      wallTime + rate.wallTime(for: mediaTime - self.mediaTime)
    }
  }
}

extension PlaybackState {
  /// The cause of waiting, now or when the player next waits.
  var cause: WaitingCause {
    switch self {
    case .paused(let pause), .failed(let pause): pause.cause
    case .waiting(let cause, _): cause
    case .playing: .stall
    case .ended: .seek
    }
  }

  /// The requested rate; zero unless playing or waiting.
  var rate: PlaybackRate {
    switch self {
    case .waiting(_, let rate): rate
    case .playing(let line): line.rate
    case .paused, .ended, .failed: .zero
    }
  }

  /// The line of motion; `nil` unless playing.
  var line: Line? {
    if case .playing(let line) = self { line } else { nil }
  }

  /// Whether a stall is open.
  var isInStall: Bool {
    switch self {
    case .paused(.inStall), .failed(.inStall): true
    case .waiting(let cause, _): cause.isStall
    case .paused, .playing, .ended, .failed: false
    }
  }

  /// The pause that `pauser` makes of this state.
  func pause(by pauser: Pauser) -> Pause {
    switch self {
    case .playing, .ended: .outsideStall
    case .paused(.inStall(let cause, _)): .inStall(cause, by: pauser)
    case .paused(let pause), .failed(let pause): pause
    case .waiting(.startup, _): .beforeStart
    case .waiting(.seek, _): .outsideStall
    case .waiting(.stall, _): .inStall(.empty, by: pauser)
    case .waiting(.loop, _): .inStall(.loop, by: pauser)
    }
  }
}

extension PlaybackState.Pause {
  /// The cause of waiting if the user requests playback.
  var cause: WaitingCause {
    switch self {
    case .beforeStart: .startup
    case .outsideStall: .seek
    case .inStall(.empty, _): .stall
    case .inStall(.loop, _): .loop
    }
  }
}
