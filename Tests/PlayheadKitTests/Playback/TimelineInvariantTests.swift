import Expectations
import PlayheadKit
import Testing

@Suite struct `Every timeline` {
  /// The seeds of the sessions whose events and figures are looked at elsewhere.
  @Test(arguments: Seeds.blocks(1_000_000..<1_001_000, of: 25, few: 75))
  func `has rows on the grid that make sense one by one and one after another`(
    block: Range<UInt64>
  ) throws {
    for seed in block {
      let random = try RandomSession.connected(seed: seed)
      let session = try random.run()
      let comment: Comment = "seed \(seed)"
      expectRowsOnTheGrid(session, random.options.tickInterval, comment)
      expectRowsMakeSense(session, random, comment)
      expectRowsFollowOneAnother(session, comment)
      expectBytesWithinTheLink(session, random.profile, comment)
    }
  }

  private func expectRowsOnTheGrid(
    _ session: Session, _ interval: WallTime?, _ comment: Comment
  ) {
    guard let interval else { return }
    for (number, tick) in session.ticks.dropLast().enumerated() {
      expect(tick.wallTime, equals: interval * Int64(number), comment)
    }
    expect(session.ticks.last?.wallTime, equals: session.elapsed, comment)
    let whole = session.elapsed.nanoseconds / interval.nanoseconds + 1
    let isOffGrid = session.elapsed.nanoseconds % interval.nanoseconds > 0
    expect(session.ticks.count, equals: Int(whole) + (isOffGrid ? 1 : 0), comment)
  }

  private func expectRowsMakeSense(
    _ session: Session, _ random: RandomSession, _ comment: Comment
  ) {
    for tick in session.ticks {
      let level = tick.bufferLevel
      expect(tick.buffered >= tick.progress && level >= .zero, comment)
      expect(tick.progress.millionths >= 0 && tick.buffered.millionths <= 1_000_000, comment)
      expect(tick.mediaTime >= .zero && tick.mediaTime + level <= session.duration, comment)
      expect(tick.isPlaybackBufferEmpty, equals: (level == .zero), comment)
      let ranges = tick.loadedTimeRanges.ranges
      let end = ranges.last { $0.contains(tick.mediaTime) }?.end ?? tick.mediaTime
      expect(
        random.policy.parameters.buffered == .bytes || level == end - tick.mediaTime, comment)
      expect(ranges.allSatisfy { $0.start < $0.end }, comment)
      expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.end < $1.start }, comment)
      let whole = TimeRange(start: .zero, end: session.duration)
      expect(ranges.allSatisfy { whole.contains($0.start) && whole.contains($0.end) }, comment)
      if tick.isPlaybackLikelyToKeepUp, level == .zero {
        expect(tick.mediaTime, equals: session.duration, comment)
      }
      // Who could play does.
      let could = tick.isPlaybackLikelyToKeepUp || tick.isPlaybackBufferFull && level > .zero
      if could || !random.policy.isPatient && level > .zero {
        expect(tick.status.waitingReason == nil, comment)
      }
      if tick.status == .playing { expect(level > .zero, comment) }
      if tick.isInStall {
        expect(tick.status == .waiting(.toMinimizeStalls) || tick.status == .paused, comment)
      }
      expect(
        (tick.rate == .zero), equals: (tick.status == .paused || tick.status == .ended), comment)
    }
  }

  private func expectRowsFollowOneAnother(_ session: Session, _ comment: Comment) {
    let moves = session.times { $0.isSeek || $0.isLoop }
    for (before, tick) in zip(session.ticks, session.ticks.dropFirst()) {
      expect(tick.bytesDownloaded >= before.bytesDownloaded, comment)
      if moves.contains(where: { before.wallTime < $0 && $0 <= tick.wallTime }) { continue }
      expect(tick.mediaTime >= before.mediaTime && tick.progress >= before.progress, comment)
      expect(tick.mediaTime + tick.bufferLevel >= before.mediaTime + before.bufferLevel, comment)
      let fourfold = ((tick.wallTime - before.wallTime) * 4).nanoseconds
      expect((tick.mediaTime - before.mediaTime).nanoseconds <= fourfold, comment)
    }
  }

  private func expectBytesWithinTheLink(
    _ session: Session, _ profile: BandwidthProfile, _ comment: Comment
  ) {
    let link = OracleLink(profile: profile)
    for tick in session.ticks {
      let most = Int64(
        clamping: link.quanta(from: 0, to: tick.wallTime.nanoseconds) / 8_000_000_000)
      expect(tick.bytesDownloaded <= most, comment)
    }
    if let last = session.ticks.last {
      expect(last.bytesDownloaded, equals: session.bytesDownloaded, comment)
    }
    expect(session.bytesWasted <= session.bytesDownloaded, comment)
    // What is wasted is told as a request is dropped, and comes from then on.
    let told = session.events.reduce(0) { $0 + $1.kind.wastedBytes }
    expect(session.bytesWasted <= told, comment)
  }
}

extension Event.Kind {
  fileprivate var wastedBytes: Int64 {
    if case .requestDropped(_, let wastedBytes) = self { wastedBytes } else { 0 }
  }
}
