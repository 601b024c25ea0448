import PlayheadModel

extension Event.Kind {
  /// The event in a few words, as far as it says them itself.
  func words(_ durations: TextStyle.Durations) -> String {
    func text<Clock>(_ time: Time<Clock>) -> String { durations.text(time, places: 3) }
    return switch self {
    case .play: "play"
    case .pause: "pause"
    case .rate(let rate): "rate \(rate.text)"
    case .playImmediately(let rate):
      "play immediately\(rate == .normal ? "" : " at rate \(rate.text)")"
    case .seekStarted(let target, _): "seek to \(text(target))"
    case .seekFinished(let isFinished): isFinished ? "seek target loaded" : "seek cancelled"
    case .gapJumped(let target): "jumps over a gap to \(text(target))"
    case .pathChanged(let path): "path: \(path.words)"
    case .requestSent(let number, let offset): "request \(number) from byte \(offset)"
    case .requestDropped(let number, let wasted):
      "request \(number) dropped, \(wasted > 0 ? byteText(wasted) : "nothing") wasted"
    case .opened: "headers read"
    case .loadingFinished: "loaded to the end"
    case .backBufferDropped(let time): "back buffer before \(text(time)) dropped"
    case .isPlaybackBufferEmpty(let isEmpty): isEmpty ? "buffer empty" : "buffer no longer empty"
    case .isPlaybackBufferFull(let isFull): isFull ? "buffer full" : "buffer no longer full"
    case .isPlaybackLikelyToKeepUp(let isLikely):
      isLikely ? "likely to keep up" : "no longer likely to keep up"
    case .waiting(let reason): "waiting: \(reason.words)"
    case .paused: "paused"
    case .playbackStarted: "starts"
    case .playbackStalled(let number): "stall \(number) begins"
    case .playbackResumed(let number, let duration), .stallEnded(let number, let duration):
      "stall \(number) ends after \(text(duration))"
    case .startupEnded(let duration): "ready to start after \(text(duration))"
    case .waitEnded(let duration): "ready to resume after \(text(duration))"
    case .playbackContinued: "resumes"
    case .didPlayToEndTime: "end of media"
    case .playbackLooped(let number): "loop \(number + 1) begins"
    }
  }
}

extension PathFlags {
  /// The flags in words.
  var words: String {
    switch (contains(.expensive), contains(.constrained)) {
    case (true, true): "expensive and constrained"
    case (true, false): "expensive"
    case (false, true): "constrained"
    case (false, false): "unrestricted"
    }
  }
}

extension TimeControlStatus.WaitingReason {
  /// The reason in words.
  var words: String {
    switch self {
    case .evaluatingBufferingRate: "evaluating buffering rate"
    case .toMinimizeStalls: "minimizing stalls"
    }
  }
}
