import PlayheadModel

/// When a session that ends paused stopped playing.
struct LastStop: Hashable {
  let wallTime: WallTime
  /// Whether it reached the end of the media rather than being paused.
  let isEnd: Bool
}

extension PlaybackRecord {
  /// When it last stopped; `nil` if no events were kept, or it never did.
  var lastStop: LastStop? {
    var stop: LastStop?
    var isStopped = false
    for event in events {
      switch event.kind {
      case .paused where !isStopped:
        stop = LastStop(wallTime: event.wallTime, isEnd: false)
        isStopped = true
      case .didPlayToEndTime:
        stop = LastStop(wallTime: event.wallTime, isEnd: true)
        isStopped = true
      case .waiting, .playbackStarted, .playbackResumed, .playbackContinued, .playbackLooped:
        isStopped = false
      default: break
      }
    }
    return stop
  }

  /// Whether the user paused it last, rather than an empty buffer.
  var isLeftPausedByUser: Bool {
    for event in events.reversed() {
      switch event.kind {
      case .pause, .rate(.zero): return true
      case .play, .rate, .playImmediately: return false
      default: break
      }
    }
    return false
  }
}
