/// The next event and its time.
extension Simulation {
  enum Next {
    case change(WallTime)
    case path(WallTime)
    case action(WallTime)
    case tick(WallTime)
    case nothing
  }

  /// The next event; at equal times, the first in order.
  var next: Next {
    let change = nextChange
    // A path change at the current instant comes before the end of the session.
    let isPathDue = nextPathChange.map { $0 <= model.wallTime } ?? false
    let path =
      change != nil || isPathDue || !actions.isEmpty
        || model.isPlaybackBufferFull && !loader.isFinished
      ? nextPathChange : nil
    var next = Next.nothing
    var earliest = WallTime(nanoseconds: .max)
    if let change {
      (next, earliest) = (.change(change), change)
    }
    if let path, path < earliest { (next, earliest) = (.path(path), path) }
    if let action = actions.last.map({ max($0.wallTime, model.wallTime) }), action < earliest {
      (next, earliest) = (.action(action), action)
    }
    if case .nothing = next { return .nothing }
    if let tickInterval, tickInterval * ticks < earliest { next = .tick(tickInterval * ticks) }
    return next
  }

  /// When the loader or the player next changes; `nil` if neither ever does.
  private var nextChange: WallTime? {
    var next = model.nextDeadline
    if let arrival = nextArrival(before: next ?? .bound) { next = min(next ?? arrival, arrival) }
    if let drop = nextDrop { next = min(next ?? drop, drop) }
    if let drain = nextDrain { next = min(next ?? drain, drain) }
    if let next { return next }
    // Over a link that dies the session ends with the last arrival, though it changes nothing.
    let last = [
      loader.lastArrival(beyond: loadedEnd, after: model.wallTime),
      loader.lastTrackArrival(after: model.wallTime),
    ]
    return last.compactMap(\.self).max()
  }

  /// How far media is loaded for the playhead, which may be not as far as the playhead itself.
  private var loadedEnd: MediaTime {
    let read = loader.loadedRange(at: model.wallTime)?.end ?? .zero
    return model.isPlaybackBufferEmpty ? read : max(read, model.loadedEnd)
  }

  /// When an arrival may next change the player, unless `deadline` is earlier.
  func nextArrival(before deadline: WallTime) -> WallTime? {
    let full = model.amountsToFill
    var wallTime = model.wallTime
    while true {
      let targets = model.targets(at: wallTime, full: full)
      guard let arrival = loader.nextArrival(targets, at: model.wallTime) else { return nil }
      // By then the playhead has moved, and with it the media time that fills the buffer.
      guard arrival > wallTime, arrival < deadline, model.timeControlStatus == .playing else {
        return arrival
      }
      if loader.isAlone, loader.isSweeping, model.isSteady {
        // A closure over all of the simulation would copy it.
        let (line, currentTime) = (model.state.line, model.currentTime)
        return loader.nextSweptArrival(targets, at: model.wallTime, before: deadline) {
          line?.mediaTime(at: $0) ?? currentTime
        }
      }
      wallTime = arrival
    }
  }

  /// When the bytes ahead of the playhead fall to a level at which the player changes.
  private var nextDrain: WallTime? {
    guard let level = model.nextByteLevel else { return nil }
    let playhead = loader.playhead(showing: model.bytesAhead - level, from: model.currentTime)
    return model.wallTime(reaching: playhead ?? model.duration)
  }

  /// When media in the back buffer next becomes too old to keep.
  private var nextDrop: WallTime? {
    guard let kept = model.keptFrom, let length = model.policy.parameters.backBuffer,
      loader.isOpened, let next = loader.playheadNeedingLess(after: kept)
    else { return nil }
    return model.wallTime(reaching: next + length)
  }
}
