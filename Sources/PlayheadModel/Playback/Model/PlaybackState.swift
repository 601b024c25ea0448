/// What a player does; states that cannot occur cannot be written.
enum PlaybackState: Hashable, Sendable {
  /// The rate is zero.
  case paused(Pause)
  /// The user has requested playback at `rate`, which is not zero, and too little is loaded.
  case waiting(Wait, rate: PlaybackRate)
  /// The playhead moves along a line.
  case playing(Line)
  /// Playback has reached the end.
  case ended
  /// The media proved unplayable during a pause, or what has become one.
  case failed(Pause)

  /// A wait for media.
  enum Wait: Hashable, Sendable {
    /// The first frame is to be played.
    case startup
    /// The first frame is to be played, and could have been before had the user not paused.
    case delayedStart
    /// The playhead was moved, or the user asks to play with too little media ahead.
    case seek
    /// The buffer ran empty.
    case stall
    /// A loop found too little loaded.
    case loop
  }

  /// A pause by what came before it.
  enum Pause: Hashable, Sendable {
    /// Playback was never requested.
    case beforeStartup
    /// The startup ended in a pause, so the first frame has not been played.
    case afterStartup
    /// Playback that had started was paused, or a wait ended in a pause.
    case outsideWait
    /// A wait is open.
    case inWait(Wait, by: Pauser)
  }

  /// Who paused a player in a wait.
  enum Pauser: Hashable, Sendable {
    /// The user, so the wait ends when the buffer would let the player play.
    case user
    /// The player itself, so the wait ends when it plays again.
    case player
  }

  /// The motion of the playhead, from a wall time and a media time at a rate other than zero;
  /// before that wall time it stands still.
  struct Line: Hashable, Sendable {
    var wallTime: WallTime
    var mediaTime: MediaTime
    var rate: PlaybackRate

    /// The playhead at `wallTime`.
    func mediaTime(at wallTime: WallTime) -> MediaTime {
      mediaTime + .played(in: max(.zero, wallTime - self.wallTime), at: rate)
    }

    /// The wall time at which the playhead reaches `mediaTime`.
    func wallTime(reaching mediaTime: MediaTime) -> WallTime {
      wallTime + .playing(mediaTime - self.mediaTime, at: rate)
    }
  }
}

extension PlaybackState {
  /// The wait that is open, or the one that opens when the player next needs media.
  var wait: Wait {
    switch self {
    case .paused(let pause), .failed(let pause): pause.wait
    case .waiting(let wait, _): wait
    case .playing: .stall
    case .ended: .seek
    }
  }

  /// The wait that is open, if one is.
  var openWait: Wait? {
    switch self {
    case .waiting(let wait, _): wait
    case .paused(.inWait(let wait, _)), .failed(.inWait(let wait, _)): wait
    case .paused, .playing, .ended, .failed: nil
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

  /// The pause that `pauser` makes of this state.
  func pause(by pauser: Pauser) -> Pause {
    switch self {
    case .playing, .ended: .outsideWait
    case .waiting(let wait, _), .paused(.inWait(let wait, _)): .inWait(wait, by: pauser)
    case .paused(let pause), .failed(let pause): pause
    }
  }
}

extension PlaybackState.Pause {
  /// The wait that is open, or that opens if the user requests playback.
  var wait: PlaybackState.Wait {
    switch self {
    case .beforeStartup: .startup
    case .afterStartup: .delayedStart
    case .outsideWait: .seek
    case .inWait(let wait, _): wait
    }
  }
}

extension PlaybackState.Wait {
  /// The cause by which a policy decides; that of the startup until the first frame plays.
  var cause: WaitingCause { self == .delayedStart ? .startup : phase }

  /// The cause to which wall time counts.
  var phase: WaitingCause {
    switch self {
    case .startup: .startup
    case .delayedStart, .seek: .seek
    case .stall: .stall
    case .loop: .loop
    }
  }
}
