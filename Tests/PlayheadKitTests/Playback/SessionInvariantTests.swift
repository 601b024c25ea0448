import Testing

@testable import PlayheadKit

@Suite struct `Every session` {
  /// Seeds of their own, not those that the oracle is asked about.
  @Test(arguments: 0..<40 as Range<UInt64>)
  func `keeps what all sessions have in common`(block: UInt64) throws {
    for seed in block * 25 + 1_000_000..<block * 25 + 1_000_025 {
      let random = try RandomSession(seed: seed)
      let session = try random.run()
      let comment: Comment = "seed \(seed)"
      expectTimesAddUp(session, comment)
      expectStallsFollowOneAnother(session, comment)
      expectEventsInOrder(session, comment)
      expectRowsOnTheGrid(session, random.options.tickInterval, comment)
      expectRowsMakeSense(session, random.policy, comment)
      expectBytesWithinTheLink(session, random.profile, comment)
      try expectSameWhateverIsAsked(random, session, comment)
    }
  }

  private func expectTimesAddUp(_ session: Session, _ comment: Comment) {
    let stalled = SessionSummary(session).stalled
    if let startup = session.startup {
      #expect(startup + session.played + stalled == session.elapsed, comment)
    } else {
      #expect(session.played == .zero && session.stalls.isEmpty, comment)
    }
    if session.endReason == .ended { #expect(session.played == session.duration, comment) }
    #expect(session.requestTime <= session.elapsed, comment)
    if let minimum = session.bufferLevels.minimum {
      #expect(minimum >= .zero && minimum <= session.duration, comment)
    }
    // A stall is a minimum of nothing.
    if !session.stalls.isEmpty { #expect(session.bufferLevels.minimum == .zero, comment) }
  }

  private func expectStallsFollowOneAnother(_ session: Session, _ comment: Comment) {
    var end = session.startup ?? .zero
    var mediaTime = MediaTime.zero
    for (place, stall) in session.stalls.enumerated() {
      #expect(stall.number == place + 1, comment)
      // Each lies after the one before, in both times, as something was played in between.
      #expect(stall.start > end && stall.mediaTime > mediaTime, comment)
      #expect(stall.mediaTime < session.duration, comment)
      let isLast = place == session.stalls.count - 1
      #expect((stall.duration == nil) == (isLast && session.isStarvedInStall), comment)
      end = stall.start + (stall.duration ?? .zero)
      mediaTime = stall.mediaTime
    }
    #expect(end <= session.elapsed, comment)
  }

  private func expectEventsInOrder(_ session: Session, _ comment: Comment) {
    #expect(session.events.first?.kind == .play, comment)
    for (one, next) in zip(session.events, session.events.dropFirst()) {
      #expect(one.wallTime <= next.wallTime && one.mediaTime <= next.mediaTime, comment)
    }
    #expect(session.events.count { $0.kind.isRequest } == session.requestCount, comment)
    let isEnd = session.events.filter { $0.kind == .didPlayToEndTime }.map(\.wallTime)
    #expect(isEnd == (session.endReason == .ended ? [session.elapsed] : []), comment)
  }

  private func expectRowsOnTheGrid(
    _ session: Session, _ interval: MediaTime?, _ comment: Comment
  ) {
    guard let interval else { return }
    for (number, tick) in session.ticks.dropLast().enumerated() {
      #expect(tick.wallTime == interval * Int64(number), comment)
    }
    #expect(session.ticks.last?.wallTime == session.elapsed, comment)
    let whole = session.elapsed.nanoseconds / interval.nanoseconds + 1
    let isOffGrid = session.elapsed.nanoseconds % interval.nanoseconds > 0
    #expect(session.ticks.count == Int(whole) + (isOffGrid ? 1 : 0), comment)
  }

  private func expectRowsMakeSense(
    _ session: Session, _ policy: BufferingPolicy, _ comment: Comment
  ) {
    var before: Tick?
    for tick in session.ticks {
      let level = tick.bufferLevel
      #expect(tick.buffered >= tick.progress && level >= .zero, comment)
      #expect(tick.progress.millionths >= 0 && tick.buffered.millionths <= 1_000_000, comment)
      #expect(tick.isPlaybackBufferEmpty == (level == .zero), comment)
      let end = tick.loadedTimeRanges.range(containing: tick.mediaTime)?.end ?? tick.mediaTime
      #expect(level == end - tick.mediaTime, comment)
      if tick.isPlaybackBufferFull {
        #expect(policy.highWatermark != nil && level > policy.lowWatermark, comment)
      }
      if tick.isPlaybackLikelyToKeepUp, level == .zero {
        #expect(tick.mediaTime == session.duration, comment)
      }
      // Who could play does.
      if tick.isPlaybackBufferFull || tick.isPlaybackLikelyToKeepUp {
        #expect(tick.status == .playing || tick.status == .ended, comment)
      }
      if let before {
        #expect(tick.mediaTime >= before.mediaTime && tick.progress >= before.progress, comment)
        #expect(tick.mediaTime + level >= before.mediaTime + before.bufferLevel, comment)
        #expect(tick.bytesDownloaded >= before.bytesDownloaded, comment)
        #expect(tick.mediaTime - before.mediaTime <= tick.wallTime - before.wallTime, comment)
      }
      before = tick
    }
  }

  private func expectBytesWithinTheLink(
    _ session: Session, _ profile: BandwidthProfile, _ comment: Comment
  ) {
    let link = OracleLink(profile: profile)
    for tick in session.ticks {
      let most = link.bytes(from: 0, to: tick.wallTime.nanoseconds)
      #expect(tick.bytesDownloaded <= most, comment)
    }
    if let last = session.ticks.last {
      #expect(last.bytesDownloaded == session.bytesDownloaded, comment)
    }
    #expect(session.bytesWasted <= session.bytesDownloaded, comment)
  }

  private func expectSameWhateverIsAsked(
    _ random: RandomSession, _ session: Session, _ comment: Comment
  ) throws {
    #expect(try random.run() == session, comment)
    var options = random.options
    options.tickInterval = nil
    var quiet = try random.run(options: options)
    #expect(quiet.ticks.isEmpty, comment)
    quiet.ticks = session.ticks
    #expect(differences(quiet, session) == [], comment)
    options.recordsEvents = false
    var silent = try random.run(options: options)
    #expect(silent.events.isEmpty, comment)
    (silent.events, silent.ticks) = (session.events, session.ticks)
    #expect(differences(silent, session) == [], comment)
  }
}

extension Session {
  fileprivate var isStarvedInStall: Bool {
    endReason == .starved && !stalls.isEmpty && ticks.last?.isInStall ?? true
  }
}

extension Event.Kind {
  fileprivate var isRequest: Bool { if case .requestSent = self { true } else { false } }
}
