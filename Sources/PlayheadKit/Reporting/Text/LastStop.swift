/// The moment from which on a session that was left paused played no more.
struct LastStop: Hashable {
  let wallTime: MediaTime
  /// Whether it is the end of the media that was reached, rather than that somebody paused.
  let isEnd: Bool
}

extension Session {
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
}
