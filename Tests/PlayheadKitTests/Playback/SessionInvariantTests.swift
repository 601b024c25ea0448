import PlayheadKit
import Testing

@Suite struct `Every session` {
  /// Seeds of their own, not those that the oracle is asked about.
  @Test(arguments: 0..<40 as Range<UInt64>)
  func `keeps what all sessions have in common`(block: UInt64) throws {
    for seed in block * 25 + 1_000_000..<block * 25 + 1_000_025 {
      let random = try RandomSession(seed: seed)
      let session = try random.run()
      let comment: Comment = "seed \(seed)"
      expectTimesAddUp(session, random, comment)
      expectStallsFollowOneAnother(session, random, comment)
      expectSeeksFollowOneAnother(session, comment)
      expectEventsInOrder(session, comment)
      expectRowsOnTheGrid(session, random.options.tickInterval, comment)
      expectRowsMakeSense(session, random, comment)
      expectRowsFollowOneAnother(session, comment)
      expectBytesWithinTheLink(session, random.profile, comment)
      try expectSameWhateverIsAsked(random, session, comment)
    }
  }

  private func expectTimesAddUp(
    _ session: Session, _ random: RandomSession, _ comment: Comment
  ) {
    let phases = session.phases
    #expect(
      phases.startup + phases.playing + phases.stalled + phases.seeking + phases.paused
        == session.elapsed, comment)
    #expect(
      [phases.startup, phases.playing, phases.stalled, phases.seeking, phases.paused]
        .allSatisfy { $0 >= .zero }, comment)
    if let startup = session.startup {
      #expect(startup == phases.startup, comment)
    } else {
      #expect(phases.playing == .zero && session.stalls.isEmpty, comment)
    }
    if session.endReason == .ended, random.actions.isEmpty {
      let played = session.duration * Int64(random.repeats + 1)
      #expect(phases.playing == played, comment)
      // A player that waits stands still only until it goes on by itself.
      #expect(random.policy.isPatient == false || phases.paused == .zero, comment)
    }
    #expect(session.requestTime <= session.elapsed, comment)
    if let minimum = session.bufferLevels.minimum {
      #expect(minimum >= .zero && minimum <= session.duration, comment)
    }
    // A stall is a minimum of nothing.
    if !session.stalls.isEmpty { #expect(session.bufferLevels.minimum == .zero, comment) }
  }

  private func expectStallsFollowOneAnother(
    _ session: Session, _ random: RandomSession, _ comment: Comment
  ) {
    var end = session.startup ?? .zero
    var stalled = MediaTime.zero
    for (place, stall) in session.stalls.enumerated() {
      #expect(stall.number == place + 1, comment)
      // Something was played since the one before.
      #expect(stall.start > end, comment)
      #expect(stall.mediaTime < session.duration, comment)
      let isLast = place == session.stalls.count - 1
      let isOpen = isLast && session.endReason == .starved && session.ticks.last?.isInStall ?? true
      #expect((stall.duration == nil) == isOpen, comment)
      // Who does not wait pauses.
      if !random.policy.isPatient { #expect(stall.duration == .zero, comment) }
      let duration = stall.duration ?? session.elapsed - stall.start
      stalled += duration
      end = stall.start + duration
    }
    #expect(end <= session.elapsed, comment)
    // A stall without an end may have had pauses, which are none of its time.
    let isComplete = session.stalls.last?.duration != nil || session.stalls.isEmpty
    #expect(
      isComplete ? stalled == session.phases.stalled : stalled >= session.phases.stalled, comment)
  }

  private func expectSeeksFollowOneAnother(_ session: Session, _ comment: Comment) {
    var before: Seek?
    for (place, seek) in session.seeks.enumerated() {
      #expect(seek.number == place + 1, comment)
      #expect(seek.to >= .zero && seek.to <= session.duration, comment)
      #expect(seek.start <= session.elapsed, comment)
      if let latency = seek.latency {
        #expect(latency >= .zero && seek.start + latency <= session.elapsed, comment)
      }
      if let before {
        #expect(before.start + (before.latency ?? .zero) <= seek.start, comment)
      }
      before = seek
    }
    let finished = session.seeks.filter { $0.latency != nil }
    let ends = session.times { $0 == .seekFinished(isFinished: true) }
    #expect(ends == finished.map { $0.start + ($0.latency ?? .zero) }, comment)
    // All others but the last were given up for the next.
    let given = session.events.count { $0.kind == .seekFinished(isFinished: false) }
    #expect(given == session.seeks.dropLast().count { $0.latency == nil }, comment)
    #expect(session.events.count { $0.kind.isSeek } == session.seeks.count, comment)
  }

  private func expectEventsInOrder(_ session: Session, _ comment: Comment) {
    #expect(session.events.first?.kind == .play, comment)
    for (one, next) in zip(session.events, session.events.dropFirst()) {
      #expect(one.wallTime <= next.wallTime, comment)
      // The end of a session that is played again comes with the playhead at the start.
      let moves = one.kind.isSeek || next.kind == .didPlayToEndTime && next.mediaTime == .zero
      #expect(one.mediaTime <= next.mediaTime || moves, comment)
    }
    let flags = session.events.compactMap(\.kind.flag)
    for flag in 0..<3 {
      let values = flags.filter { $0.flag == flag }.map(\.value)
      let alternating = values.indices.map { ($0 % 2 == 0) == (flag != 0) }
      #expect(values == alternating, comment)
    }
    #expect(session.events.count { $0.kind.isRequest } == session.requestCount, comment)
    if session.endReason == .ended {
      #expect(session.events.contains { $0.kind == .didPlayToEndTime }, comment)
    }
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
    _ session: Session, _ random: RandomSession, _ comment: Comment
  ) {
    for tick in session.ticks {
      let level = tick.bufferLevel
      #expect(tick.buffered >= tick.progress && level >= .zero, comment)
      #expect(tick.progress.millionths >= 0 && tick.buffered.millionths <= 1_000_000, comment)
      #expect(tick.mediaTime >= .zero && tick.mediaTime + level <= session.duration, comment)
      #expect(tick.isPlaybackBufferEmpty == (level == .zero), comment)
      let ranges = tick.loadedTimeRanges.ranges
      let end = ranges.last { $0.contains(tick.mediaTime) }?.end ?? tick.mediaTime
      #expect(level == end - tick.mediaTime, comment)
      #expect(ranges.allSatisfy { $0.start < $0.end }, comment)
      #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.end < $1.start }, comment)
      let whole = TimeRange(start: .zero, end: session.duration)
      #expect(ranges.allSatisfy { whole.contains($0.start) && whole.contains($0.end) }, comment)
      if tick.isPlaybackLikelyToKeepUp, level == .zero {
        #expect(tick.mediaTime == session.duration, comment)
      }
      // Who could play does.
      let could = tick.isPlaybackLikelyToKeepUp || tick.isPlaybackBufferFull && level > .zero
      if could || !random.policy.isPatient && level > .zero {
        #expect(tick.status.waitingReason == nil, comment)
      }
      if tick.status == .playing { #expect(level > .zero, comment) }
      #expect(!tick.isInStall || tick.status == .waiting(.toMinimizeStalls), comment)
      #expect((tick.rate == .zero) == (tick.status == .paused || tick.status == .ended), comment)
    }
  }

  private func expectRowsFollowOneAnother(_ session: Session, _ comment: Comment) {
    let moves = session.times { $0.isSeek || $0.isLoop }
    for (before, tick) in zip(session.ticks, session.ticks.dropFirst()) {
      #expect(tick.bytesDownloaded >= before.bytesDownloaded, comment)
      if moves.contains(where: { before.wallTime < $0 && $0 <= tick.wallTime }) { continue }
      #expect(tick.mediaTime >= before.mediaTime && tick.progress >= before.progress, comment)
      #expect(tick.mediaTime + tick.bufferLevel >= before.mediaTime + before.bufferLevel, comment)
      let most = (tick.wallTime - before.wallTime) * 4
      #expect(tick.mediaTime - before.mediaTime <= most, comment)
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
    // What is wasted is told as a request is dropped, and comes from then on.
    let told = session.events.reduce(0) { $0 + $1.kind.wastedBytes }
    #expect(session.bytesWasted <= told, comment)
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

extension BufferingPolicy {
  fileprivate var isPatient: Bool { parameters.automaticallyWaitsToMinimizeStalling }
}

extension Event.Kind {
  fileprivate var isRequest: Bool { if case .requestSent = self { true } else { false } }
  fileprivate var isSeek: Bool { if case .seekStarted = self { true } else { false } }
  fileprivate var isLoop: Bool { if case .playbackLooped = self { true } else { false } }

  fileprivate var wastedBytes: Int64 {
    if case .requestDropped(let wastedBytes) = self { wastedBytes } else { 0 }
  }

  /// Which flag changed to which value.
  fileprivate var flag: (flag: Int, value: Bool)? {
    switch self {
    case .isPlaybackBufferEmpty(let value): (0, value)
    case .isPlaybackBufferFull(let value): (1, value)
    case .isPlaybackLikelyToKeepUp(let value): (2, value)
    default: nil
    }
  }
}
