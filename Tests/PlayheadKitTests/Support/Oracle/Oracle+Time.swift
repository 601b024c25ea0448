@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

extension Oracle {
  var level: Int64 { loaded.end(around: playhead) - playhead }
  var loadedEnd: Int64 { loaded.end(around: playhead) }
  var isLoadedToEnd: Bool { isOpened && loadedEnd >= duration }
  /// The bytes that there are for a playhead where it is now.
  var bytesAhead: Int64 { file.bytesAhead(playhead) }

  /// When the playhead next comes to a place at which anything may change: the end of what is
  /// loaded, the low watermark, the end of a sample, or as much past one as is kept.
  var nextDeadline: Int64? {
    guard state == .playing else { return nextTrackInstant }
    var places = [loadedEnd] + trackPlaces
    if let low = policy.watermarks(path)?.low { places.append(loadedEnd - low) }
    for sample in file.media.shown {
      places.append(sample.end)
      if let kept = policy.values.backBuffer?.nanoseconds { places.append(sample.end + kept) }
    }
    let arrival = places.filter { $0 > playhead }.min().map {
      anchor.wall + (($0 - anchor.media) * 1000 + rate - 1) / rate
    }
    return [anchor.wall > now ? anchor.wall : nil, arrival, nextTrackInstant].compactMap { $0 }
      .min()
  }

  /// Lets time pass in which nothing happens.
  mutating func advance(to time: Int64) {
    let passed = WallTime(nanoseconds: time - now)
    if isStallOpen {
      session.phases.stalled += passed
      let last = session.stalls.count - 1
      session.stalls[last].elapsed += passed
    }
    switch (state, cause) {
    case _ where isStallOpen: break
    case (.playing, _):
      session.phases.playing += passed
      if watchesTracks, video.isDry, passed > .zero {
        session.phases.frozen += passed
        if frozenUntil != now { session.phases.frozenCount += 1 }
        frozenUntil = time
      }
      if watchesTracks, audio.isDry, passed > .zero {
        session.phases.silent += passed
        if silentUntil != now { session.phases.silentCount += 1 }
        silentUntil = time
      }
      addLevels(until: time)
    case _ where waitsSince != nil && startupEnd == nil:
      session.phases.startup += passed
      if !isOpened {
        session.startupPhases.opening += passed
      } else if hasAny {
        session.startupPhases.threshold += passed
      } else {
        session.startupPhases.firstFrame += passed
      }
    case _ where waitsSince != nil: session.phases.seeking += passed
    case (.ended, _): session.phases.ended += passed
    case (.paused, _), (.waiting, _): session.phases.paused += passed
    }
    if isRequesting { session.requestTime += passed }
    now = time
  }

  private mutating func addLevels(until time: Int64) {
    guard time > now else { return }
    if watchesTracks, level == 0 {
      // The playhead is past what is loaded.
      session.bufferLevels.minimum = .zero
      return
    }
    // Twice a thousand times the integral of the level over a stretch, of which all but the way
    // of the playhead is constant; it makes none before the clock runs.
    let (from, until) = (
      Int128(max(0, now - anchor.wall)), Int128(max(0, time - anchor.wall))
    )
    let level = Int128(loadedEnd - anchor.media) * Int128(time - now) * 2000
    session.bufferLevels.played.add(
      0, parts: Int128(rate) * (until * until - from * from) - level)
    guard !isLoadedToEnd else { return }
    let least = max(0, loadedEnd - line(at: time))
    let before = session.bufferLevels.minimum?.nanoseconds ?? .max
    session.bufferLevels.minimum = MediaTime(nanoseconds: min(before, least))
  }

  /// Where the playhead would be at `time` with everything loaded.
  func line(at time: Int64) -> Int64 {
    anchor.media + max(0, time - anchor.wall) * rate / 1000
  }

  /// Moves the playhead to where it is now, and adds what is loaded around it.
  mutating func move() {
    follow()
    guard state == .playing else { return }
    if watchesTracks {
      playhead = max(playhead, min(line(at: now), duration))
      follow()
      return
    }
    while playhead < min(line(at: now), loadedEnd) {
      playhead = min(line(at: now), loadedEnd)
      follow()
    }
  }

  /// Adds what is loaded around the playhead.
  mutating func follow(isMove: Bool = false) {
    // A playhead that is past what is loaded skips nothing of it.
    let isPast = watchesTracks && !isFresh && !isMove
    let time = isPast ? min(playhead, leastRead) : playhead
    file.network.read(from: file.media.readingStart(time), isMove: isMove)
    guard isOpened else { return }
    let (start, end) = (file.loadedStart, file.loadedEnd)
    if start < end { loaded.add(start...end) }
  }
}
