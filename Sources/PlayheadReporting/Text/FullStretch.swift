import PlayheadModel

/// A stretch of wall time in which the buffer was full.
struct FullStretch: Hashable {
  let start: WallTime
  /// When it was no longer full, or the session's end.
  var end: WallTime
  /// Whether everything was loaded when it became full, so that no loading stopped.
  var isAllLoaded: Bool
}

extension PlaybackRecord {
  /// The stretches in which the buffer was full, in order.
  var fullStretches: [FullStretch] {
    var stretches: [FullStretch] = []
    var isAllLoaded = false
    for event in events {
      switch event.kind {
      case .requestSent: isAllLoaded = false
      case .loadingFinished:
        isAllLoaded = true
        // At one instant what the player finds comes before what the loader does.
        if let last = stretches.last, last.start == event.wallTime {
          stretches[stretches.count - 1].isAllLoaded = true
        }
      case .isPlaybackBufferFull(true):
        stretches.append(
          FullStretch(start: event.wallTime, end: elapsed, isAllLoaded: isAllLoaded))
      case .isPlaybackBufferFull(false) where !stretches.isEmpty:
        stretches[stretches.count - 1].end = event.wallTime
      default: break
      }
    }
    return stretches
  }
}
