@testable import PlayheadKit

/// One straight play-through by the rules of the design, written to be read and not to be fast.
///
/// It visits the arrival of every sample one by one and works out everything anew at each.
struct Oracle {
  enum State {
    case waiting(TimeControlStatus.WaitingReason)
    case playing
    case ended
  }

  enum Network {
    /// No request yet, or the latest has brought what is wanted of it.
    case idle
    /// Bytes come, the first after `base` from `since` on.
    case flowing(base: Int, since: Int64)
    case blocked
    case done
  }

  let media: OracleMedia
  let link: OracleLink
  let policy: BufferingPolicy
  let limit: Int64
  let tickInterval: Int64?

  var now: Int64 = 0
  var playhead: Int64 = 0
  var loaded: Int64 = 0
  var state = State.waiting(.evaluatingBufferingRate)
  var hasStarted = false
  var isOpened: Bool
  var isEmpty = true
  var isFull = false
  var keepsUp = false

  var network = Network.idle
  /// How many requests have been sent; the latest is the open one.
  var sent = 0
  /// How many bytes of those wanted have come.
  var received = 0
  /// Dropped requests: since when, until when, and how many bytes there were left.
  var drops: [(from: Int64, until: Int64, rest: Int64)] = []

  var session: Session
  var nextTick: Int64 = 0

  init(_ random: RandomSession) throws {
    let tracks = try random.presentation.tracks
    let readThrough = random.policy.readThrough
    media = OracleMedia(random.media.index, tracks: tracks, readThrough: readThrough)
    link = OracleLink(profile: random.profile)
    policy = random.policy
    let day: Int64 = 86_400_000_000_000
    limit = random.options.limit?.nanoseconds ?? min(day, media.duration * 10 + 600_000_000_000)
    tickInterval = random.options.tickInterval?.nanoseconds
    isOpened = media.reading.openingEnd == 0
    session = Session(
      endReason: .limit, elapsed: .zero, duration: MediaTime(nanoseconds: media.duration),
      startup: nil, stalls: [], played: .zero, bufferLevels: BufferLevels(), bytesDownloaded: 0,
      bytesWasted: 0, requestCount: 0, requestTime: .zero, events: [], ticks: [])
  }

  mutating func run() -> Session {
    tell(.play)
    tell(.waiting(.evaluatingBufferingRate))
    load()
    while true {
      let next = [nextArrival, nextDeadline].compactMap { $0 }.min()
      if let next { addTicks(before: next) }
      guard let next, next <= limit else {
        if next != nil { advance(to: limit) }
        return finish(next == nil ? .starved : .limit)
      }
      advance(to: next)
      arrive()
      updateFlagsAndState()
      load()
      if case .ended = state { return finish(.ended) }
    }
  }

  var level: Int64 { loaded - playhead }
  var isLoadedToEnd: Bool { isOpened && loaded >= media.duration }

  /// When playing comes to the end of what is loaded, or down to the low watermark while full.
  var nextDeadline: Int64? {
    guard case .playing = state else { return nil }
    return isFull ? now + max(0, level - policy.lowWatermark.nanoseconds) : now + level
  }

  mutating func advance(to time: Int64) {
    let passed = time - now
    if case .playing = state {
      let before = level
      playhead += passed
      session.played += MediaTime(nanoseconds: passed)
      session.bufferLevels.doubledIntegral += Int128(before + level) * Int128(passed)
      if passed > 0, !isLoadedToEnd {
        let least = session.bufferLevels.minimum?.nanoseconds ?? .max
        session.bufferLevels.minimum = MediaTime(nanoseconds: min(least, level))
      }
    }
    if case .flowing = network { session.requestTime += MediaTime(nanoseconds: passed) }
    now = time
  }

  mutating func updateFlagsAndState() {
    let (wasEmpty, wasFull, keptUp) = (isEmpty, isFull, keepsUp)
    isEmpty = level <= 0
    if isFull, level <= policy.lowWatermark.nanoseconds {
      isFull = false
    } else if let high = policy.highWatermark, level >= high.nanoseconds, !wasFull {
      isFull = true
    }
    keepsUp = predicts(policy.startupThreshold, policy.resumeThreshold)
    var starts = false
    if case .waiting = state { starts = isFull || keepsUp }
    let isFirst = !hasStarted
    if starts {
      hasStarted = true
      keepsUp = predicts(policy.startupThreshold, policy.resumeThreshold)
    }
    if wasEmpty != isEmpty { tell(.isPlaybackBufferEmpty(isEmpty)) }
    if wasFull != isFull { tell(.isPlaybackBufferFull(isFull)) }
    if keptUp != keepsUp { tell(.isPlaybackLikelyToKeepUp(keepsUp)) }
    if starts {
      state = .playing
      tellStart(isFirst)
    } else if case .waiting(.evaluatingBufferingRate) = state, loaded > 0 {
      state = .waiting(.toMinimizeStalls)
      tell(.waiting(.toMinimizeStalls))
    }
    guard case .playing = state else { return }
    if playhead >= media.duration {
      state = .ended
      tell(.didPlayToEndTime)
    } else if isEmpty {
      state = .waiting(.toMinimizeStalls)
      tell(.waiting(.toMinimizeStalls))
      let number = session.stalls.count + 1
      session.stalls.append(Stall(number: number, start: wallTime, mediaTime: mediaTime))
      tell(.playbackStalled(number: number))
    }
  }

  private func predicts(_ startup: MediaTime, _ resume: MediaTime) -> Bool {
    if isLoadedToEnd { return true }
    if isEmpty { return false }
    return keepsUp || level >= (hasStarted ? resume : startup).nanoseconds
  }

  private mutating func tellStart(_ isFirst: Bool) {
    if isFirst {
      session.startup = wallTime
      tell(.playbackStarted)
    } else if let stall = session.stalls.last {
      let duration = wallTime - stall.start
      session.stalls[session.stalls.count - 1].duration = duration
      tell(.playbackResumed(number: stall.number, duration: duration))
    }
  }
}
