import Expectations
import PlayheadKit
import Testing

@Suite struct `Every session` {
  /// Seeds of their own, not those that the oracle is asked about.
  @Test(arguments: Seeds.blocks(1_000_000..<1_001_000, of: 25, few: 75))
  func `keeps what all sessions have in common`(block: Range<UInt64>) throws {
    for seed in block {
      let random = try RandomSession.connected(seed: seed)
      let session = try random.run()
      let comment: Comment = "seed \(seed)"
      expectTimesAddUp(session, random, comment)
      expectStallsFollowOneAnother(session, random, comment)
      expectSeeksFollowOneAnother(session, comment)
      expectEventsInOrder(session, comment)
      expectRequestsAddUp(session, random, comment)
      try expectSameWhateverIsAsked(random, session, comment)
    }
  }

  private func expectTimesAddUp(
    _ session: Session, _ random: RandomSession, _ comment: Comment
  ) {
    let phases = session.phases
    expect(
      phases.startup + phases.playing + phases.stalled + phases.seeking + phases.paused
        + phases.ended, equals: session.elapsed, comment)
    expect(
      [
        phases.startup, phases.playing, phases.stalled, phases.seeking, phases.paused,
        phases.ended,
      ]
      .allSatisfy { $0 >= .zero }, comment)
    if let startup = session.startup {
      expect(startup, equals: phases.startup, comment)
    } else {
      expect(phases.playing == .zero && session.stalls.isEmpty, comment)
    }
    if session.endReason == .ended, random.actions.isEmpty {
      let played = session.duration * Int64(random.repeats + 1)
      expect(phases.playing, equals: .playing(played), comment)
      // Without actions there is no pause.
      expect(phases.paused, equals: .zero, comment)
    }
    expect(session.requestTime <= session.elapsed, comment)
    if let minimum = session.bufferLevels.minimum {
      expect(minimum >= .zero && minimum <= session.duration, comment)
    }
    // A stall is a minimum of nothing; at a loop everything was loaded to the end.
    if !session.stalls.isEmpty, random.repeats == 0 {
      expect(session.bufferLevels.minimum, equals: .zero, comment)
    }
  }

  private func expectStallsFollowOneAnother(
    _ session: Session, _ random: RandomSession, _ comment: Comment
  ) {
    var end = session.startup ?? .zero
    var stalled = WallTime.zero
    for (place, stall) in session.stalls.enumerated() {
      expect(stall.number, equals: place + 1, comment)
      // Something was played since the one before, unless the user sought the end of a loop.
      expect(random.repeats > 0 ? stall.start >= end : stall.start > end, comment)
      expect(stall.mediaTime < session.duration, comment)
      let isLast = place == session.stalls.count - 1
      let isOpen = isLast && session.ticks.last?.isInStall ?? true
      expect(stall.isOpen == isOpen && (!isOpen || session.endReason != .ended), comment)
      stalled += stall.elapsed
      end = stall.start + stall.elapsed
    }
    expect(end <= session.elapsed, comment)
    expect(stalled, equals: session.phases.stalled, comment)
    // Each of them ends once, unless it is open.
    let ends = session.events.compactMap(\.kind.endedStall)
    expect(ends, equals: session.stalls.filter { !$0.isOpen }.map(\.number), comment)
  }

  private func expectSeeksFollowOneAnother(_ session: Session, _ comment: Comment) {
    var before: Seek?
    for (place, seek) in session.seeks.enumerated() {
      expect(seek.number, equals: place + 1, comment)
      expect(seek.to >= .zero && seek.to <= session.duration, comment)
      expect(seek.start <= session.elapsed, comment)
      if let latency = seek.latency {
        expect(latency >= .zero && seek.start + latency <= session.elapsed, comment)
      }
      if let before {
        expect(before.start + (before.latency ?? .zero) <= seek.start, comment)
      }
      before = seek
    }
    let finished = session.seeks.filter { $0.latency != nil }
    let ends = session.times { $0 == .seekFinished(isFinished: true) }
    expect(ends, equals: finished.map { $0.start + ($0.latency ?? .zero) }, comment)
    // All others but the last were given up for the next.
    let given = session.events.count { $0.kind == .seekFinished(isFinished: false) }
    expect(given, equals: session.seeks.dropLast().count { $0.latency == nil }, comment)
    expect(session.events.count { $0.kind.isSeek }, equals: session.seeks.count, comment)
  }

  private func expectEventsInOrder(_ session: Session, _ comment: Comment) {
    expect(session.events.first?.kind, equals: .play, comment)
    for (one, next) in zip(session.events, session.events.dropFirst()) {
      expect(one.wallTime <= next.wallTime, comment)
      // The end of a session that is played again comes with the playhead at the start.
      let moves = one.kind.isSeek || next.kind == .didPlayToEndTime && next.mediaTime == .zero
      expect(one.mediaTime <= next.mediaTime || moves, comment)
    }
    let flags = session.events.compactMap(\.kind.flag)
    for flag in 0..<3 {
      let values = flags.filter { $0.flag == flag }.map(\.value)
      let alternating = values.indices.map { ($0 % 2 == 0) == (flag != 0) }
      expect(values, equals: alternating, comment)
    }
    expect(session.events.count { $0.kind.isRequest }, equals: session.requestCount, comment)
    if session.endReason == .ended {
      expect(session.events.contains { $0.kind == .didPlayToEndTime }, comment)
    }
  }

  private func expectRequestsAddUp(
    _ session: Session, _ random: RandomSession, _ comment: Comment
  ) {
    let requests = session.requests
    expect(requests.count, equals: session.requestCount, comment)
    expect(requests.reduce(0) { $0 + $1.bytesDownloaded }, equals: session.bytesDownloaded, comment)
    expect(requests.reduce(0) { $0 + $1.bytesWasted }, equals: session.bytesWasted, comment)
    var before = WallTime.zero
    for (place, request) in requests.enumerated() {
      expect(request.number == place + 1 && request.resource == 0, comment)
      expect(request.sent >= before && request.sent <= session.elapsed, comment)
      // One is open at a time.
      before = request.end ?? session.elapsed
      expect(before >= request.sent && before <= session.elapsed, comment)
      expect((request.end == nil), equals: [.open, .blocked].contains(request.endReason), comment)
      expect(request.end != nil || place == requests.count - 1, comment)
      expect((request.firstByte == nil), equals: (request.bytesReceived == 0), comment)
      expect((request.lastByte == nil), equals: (request.bytesReceived == 0), comment)
      if let first = request.firstByte, let last = request.lastByte {
        expect(request.sent <= first && first <= last && last <= before, comment)
      }
      let end = request.offset + request.bytesReceived
      let size = random.media.index.bytes
      expect(end <= size && (end == size) == (request.endReason == .complete), comment)
      expect(request.bytesWasted == 0 || "\(request.endReason)".hasPrefix("dropped"), comment)
    }
    expectRequestsAreEvents(session, comment)
  }

  private func expectRequestsAreEvents(_ session: Session, _ comment: Comment) {
    var sent: [MediaRequest] = []
    for event in session.events {
      if case .requestSent(let number, let offset) = event.kind {
        sent.append(MediaRequest(number: number, offset: offset, sent: event.wallTime))
      }
    }
    expect(
      sent.map { [Int64($0.number), $0.offset, $0.sent.nanoseconds] },
      equals: session.requests.map { [Int64($0.number), $0.offset, $0.sent.nanoseconds] }, comment)
    let dropped = session.events.compactMap { event -> [Int64]? in
      guard case .requestDropped(let number, _) = event.kind else { return nil }
      return [Int64(number), event.wallTime.nanoseconds]
    }
    let ended = session.requests.filter { $0.end != nil && $0.endReason != .complete }
    expect(dropped, equals: ended.map { [Int64($0.number), $0.end?.nanoseconds ?? 0] }, comment)
  }

  private func expectSameWhateverIsAsked(
    _ random: RandomSession, _ session: Session, _ comment: Comment
  ) throws {
    try expect(random.run(), equals: session, comment)
    var options = random.options
    options.tickInterval = nil
    var quiet = try random.run(options: options)
    expect(quiet.ticks.isEmpty, comment)
    quiet.ticks = session.ticks
    expect(differences(quiet, session), equals: [], comment)
    options.recordsEvents = false
    var silent = try random.run(options: options)
    expect(silent.events.isEmpty, comment)
    (silent.events, silent.ticks) = (session.events, session.ticks)
    expect(differences(silent, session), equals: [], comment)
  }
}

extension Event.Kind {
  /// The number of the stall that is over with it.
  fileprivate var endedStall: Int? {
    switch self {
    case .playbackResumed(let number, _), .stallEnded(let number, _): number
    default: nil
    }
  }

  fileprivate var isRequest: Bool { if case .requestSent = self { true } else { false } }

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
