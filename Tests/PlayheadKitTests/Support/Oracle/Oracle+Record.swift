@testable import PlayheadKit

extension Oracle {
  var wallTime: MediaTime { MediaTime(nanoseconds: now) }
  var mediaTime: MediaTime { MediaTime(nanoseconds: playhead) }

  mutating func tell(_ kind: Event.Kind) {
    session.events.append(Event(wallTime: wallTime, mediaTime: mediaTime, kind: kind))
  }

  mutating func addTicks(before next: Int64) {
    guard let tickInterval else { return }
    while nextTick < next, nextTick <= limit {
      addRow(at: nextTick)
      nextTick += tickInterval
    }
  }

  mutating func finish(_ reason: Session.EndReason) -> Session {
    if tickInterval != nil, session.ticks.last?.wallTime != wallTime { addRow(at: now) }
    if reason == .limit, let stall = session.stalls.last, stall.duration == nil {
      session.stalls[session.stalls.count - 1].duration = wallTime - stall.start
    }
    session.endReason = reason
    session.elapsed = wallTime
    session.bytesWasted = wasted(by: now)
    session.bytesDownloaded = Int64(received(by: now)) + session.bytesWasted
    session.requestCount = sent
    return session
  }

  private mutating func addRow(at time: Int64) {
    var playhead = playhead
    var status = TimeControlStatus.ended
    switch state {
    case .waiting(let reason): status = .waiting(reason)
    case .playing:
      status = .playing
      playhead += time - now
    case .ended: break
    }
    session.ticks.append(
      Tick(
        wallTime: MediaTime(nanoseconds: time), mediaTime: MediaTime(nanoseconds: playhead),
        progress: share(playhead), buffered: share(loaded),
        bufferLevel: MediaTime(nanoseconds: loaded - playhead),
        loadedTimeRanges: TimeRangeSet(
          TimeRange(start: .zero, end: MediaTime(nanoseconds: loaded))),
        status: status, isInStall: session.stalls.last.map { $0.duration == nil } ?? false,
        isPlaybackBufferEmpty: isEmpty, isPlaybackBufferFull: isFull,
        isPlaybackLikelyToKeepUp: keepsUp,
        bytesDownloaded: Int64(received(by: time)) + wasted(by: time)))
  }

  /// A share of the duration in millionths, halves up; all of it if it lasts no time.
  private func share(_ time: Int64) -> Ratio {
    let whole = Int128(media.duration)
    guard whole > 0 else { return Ratio(millionths: 1_000_000) }
    return Ratio(millionths: Int64((2_000_000 * Int128(time) + whole) / (2 * whole)))
  }
}
