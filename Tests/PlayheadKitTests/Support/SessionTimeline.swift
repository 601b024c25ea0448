import PlayheadKit

extension PlaybackRecord {
  /// The events as lines of wall time, media time and what happened, to be read as a timeline.
  var timeline: [String] {
    events.map { "\($0.wallTime.secondsText) @\($0.mediaTime.secondsText) \($0.kind.words)" }
  }
}

extension Session {
  /// The wall times of what `isWanted`.
  func times(of isWanted: (Event.Kind) -> Bool) -> [WallTime] {
    record.events.filter { isWanted($0.kind) }.map(\.wallTime)
  }
}

extension Event.Kind {
  fileprivate var words: String {
    switch self {
    case .play: "play"
    case .pause: "pause"
    case .rate(let rate): "rate \(rate.text)"
    case .playImmediately(let rate): "play at once at \(rate.text)"
    case .seekStarted(let target, let keyframe):
      "seek to \(target.secondsText) from \(keyframe.secondsText)"
    case .seekFinished(let isFinished): isFinished ? "there" : "not there"
    case .backBufferDropped(let time): "dropped before \(time.secondsText)"
    case .paused: "paused"
    case .startupEnded(let duration): "ready to start after \(duration.secondsText)"
    case .waitEnded(let duration): "ready after \(duration.secondsText)"
    case .playbackContinued: "continue"
    case .playbackLooped(let number): "loop \(number)"
    case .gapJumped: "gap jumped"
    case .pathChanged(let path): "path \(path.rawValue)"
    case .requestSent(_, let offset): "request from \(offset)"
    case .requestDropped(_, let wasted): "drop, \(wasted) wasted"
    case .opened: "opened"
    case .loadingFinished: "all loaded"
    case .isPlaybackBufferEmpty(let value): value ? "empty" : "not empty"
    case .isPlaybackBufferFull(let value): value ? "full" : "not full"
    case .isPlaybackLikelyToKeepUp(let value): value ? "likely" : "unlikely"
    case .waiting(let reason): "waiting, \(reason.rawValue)"
    case .playbackStarted: "start"
    case .playbackStalled(let number): "stall \(number)"
    case .playbackResumed(let number, let duration):
      "resume \(number) after \(duration.secondsText)"
    case .stallEnded(let number, let duration):
      "stall \(number) over after \(duration.secondsText)"
    case .didPlayToEndTime: "end"
    }
  }
}
