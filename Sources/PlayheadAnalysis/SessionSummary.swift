package import PlayheadLadder
public import PlayheadModel

/// The figures of merit of a session.
///
/// Names and definitions follow CMCD version 2 (startup, stall count and length), CTA-2066
/// (rebuffer ratio) and Mux Data (ratio and frequency over watch time). All times are exact, in
/// nanoseconds.
public struct SessionSummary: Hashable, Sendable {
  /// The wall time from the play command to the first frame playing, or, if the user paused
  /// meanwhile, to when the buffer would have let it start; `nil` if playback never started.
  public package(set) var startup: WallTime?
  /// The number of stalls: playback that had started ran empty before the end.
  public package(set) var stallCount: Int
  /// The wall time spent stalled.
  public package(set) var stalled: StallLength
  /// The length of the longest stall; `nil` if there was none.
  public package(set) var longestStall: StallLength?
  /// Stalled ÷ (stalled + played), in 0…1; a lower bound if a stall was open at the end, `nil` if
  /// neither took any time.
  public package(set) var rebufferRatio: Ratio?
  /// Stalled ÷ watch time, which includes the startup, in 0…1; a lower bound if a stall was open at
  /// the end, `nil` if it took no time.
  public package(set) var rebufferRatioWatch: Ratio?
  /// Stalls per minute of watch time; `nil` if the watch time is zero.
  public package(set) var stallsPerMinute: Ratio?
  /// The wall time spent playing.
  public package(set) var played: WallTime
  /// The part of it for which the picture was frozen, as sound played on without new ones.
  public package(set) var frozen: WallTime
  /// The number of times that it froze.
  public package(set) var frozenCount: Int
  /// The part of the time playing in which sound was missing, as pictures played on without it.
  public package(set) var silent: WallTime
  /// The number of times that sound went missing.
  public package(set) var silentCount: Int
  /// The wall time at which the session ended, counted from the first play command.
  public package(set) var elapsed: WallTime
  /// The wall time spent waiting after seeks, or after the user asked to play with too little media
  /// ahead; a lower bound if such a wait was open at the end, or the last seek's target not loaded.
  public package(set) var seeking: StallLength
  /// The wall time spent paused outside of waits.
  public package(set) var paused: WallTime
  /// The wait that was open when the session ended; `nil` if none was.
  public package(set) var openWait: OpenWait?
  /// The number of seeks by the user.
  public package(set) var seekCount: Int
  /// The mean wall time from a seek to its first frame, over the seeks that no newer one cancelled,
  /// to the nearest nanosecond; `nil` without seeks.
  public package(set) var meanSeekLatency: StallLength?
  /// The longest wall time from a seek to its first frame, or to the newer seek that cancelled it;
  /// `nil` without seeks.
  public package(set) var longestSeekLatency: StallLength?
  /// The mean buffer level while playing, in media time; `nil` if nothing was played.
  public package(set) var meanBuffer: MediaTime?
  /// The minimum buffer level while playing and loading, in media time; `nil` if there was no such
  /// time.
  public package(set) var minimumBuffer: MediaTime?
  /// The bytes downloaded, wasted ones included.
  public package(set) var bytesDownloaded: Int64
  /// The bytes that arrived for requests already dropped.
  public package(set) var bytesWasted: Int64
  /// The number of requests sent.
  public package(set) var requestCount: Int
  /// Bits delivered to the player ÷ the time with a request open and not blocked, to the nearest
  /// bit per second; `nil` if that time is zero.
  public package(set) var observedRate: BitRate?
  /// How the session ended.
  public package(set) var endReason: Session.EndReason
  /// What is missing of the media that was played.
  public package(set) var damage: MediaDamage

  /// The figures of merit of adaptation; `nil` of a session that played a file.
  package var adaptation: LadderSummary?

  /// The summary of `session`, which played media with `damage`.
  public init(_ session: Session, damage: MediaDamage = .none) {
    self.init(session, damage: damage, adaptation: nil)
  }

  /// The summary of `session`, which played media with `damage`, and of its adaptation, if it
  /// played a ladder.
  package init(
    _ session: Session, damage: MediaDamage = .none, adaptation: LadderSummary?
  ) {
    self.damage = damage
    self.adaptation = adaptation
    let record = session.record
    let phases = record.phases
    let hasOpenStall = record.stalls.contains(where: \.isOpen)
    openWait = record.openWait
    startup = record.startup
    stallCount = record.stalls.count
    stalled = StallLength(phases.stalled, isOpen: hasOpenStall)
    longestStall = record.stalls.map(\.length).longest
    rebufferRatio = Ratio(phases.stalled, of: phases.stalled + phases.playing)
    rebufferRatioWatch = Ratio(phases.stalled, of: phases.watched)
    stallsPerMinute = Ratio(.seconds(60) * Int64(record.stalls.count), of: phases.watched)
    played = phases.playing
    (frozen, frozenCount) = (phases.frozen, phases.frozenCount)
    (silent, silentCount) = (phases.silent, phases.silentCount)
    elapsed = record.elapsed
    let hasOpenSeek = record.seeks.contains(where: \.isOpen)
    seeking = StallLength(
      phases.seeking, isOpen: hasOpenSeek || record.openWait?.cause == .seek)
    paused = phases.paused
    seekCount = record.seeks.count
    longestSeekLatency = record.seekWaits.longest
    meanSeekLatency = record.meanSeekLatency
    meanBuffer = record.bufferLevels.mean(over: phases.playing)
    minimumBuffer = record.bufferLevels.minimum
    bytesDownloaded = record.bytesDownloaded
    bytesWasted = adaptation?.bytes.wasted ?? record.bytesWasted
    requestCount = record.requestCount
    let bits = Int128(record.bytesDownloaded - record.bytesWasted) * 8 * 1_000_000_000
    let time = Int128(record.requestTime.nanoseconds)
    observedRate = time > 0 ? BitRate(bitsPerSecond: Int64((bits + time / 2) / time)) : nil
    endReason = session.endReason
  }
}

extension PlaybackRecord {
  /// How long each seek was waited for: until its target was loaded, until the next seek cancelled
  /// it, or until the end.
  fileprivate var seekWaits: [StallLength] {
    seeks.enumerated().compactMap { place, seek in
      if seek.isOpen { return .atLeast(elapsed - seek.start) }
      let wait =
        seek.latency ?? (place + 1 < seeks.count ? seeks[place + 1].start - seek.start : nil)
      return wait.map(StallLength.finite)
    }
  }

  /// The mean latency of the seeks that no newer one cancelled; `nil` if there are none.
  fileprivate var meanSeekLatency: StallLength? {
    let open = seeks.last { $0.isOpen }
    let latencies = seeks.compactMap(\.latency) + (open.map { [elapsed - $0.start] } ?? [])
    return Self.mean(latencies).map { StallLength($0, isOpen: open != nil) }
  }

  /// The mean latency of the seeks that finished, to the nearest nanosecond; `nil` if none did.
  package var meanFinishedSeekLatency: WallTime? { Self.mean(seeks.compactMap(\.latency)) }

  private static func mean(_ latencies: [WallTime]) -> WallTime? {
    guard !latencies.isEmpty else { return nil }
    let count = Int128(latencies.count)
    let sum = latencies.reduce(Int128.zero) { $0 + Int128($1.nanoseconds) }
    return WallTime(nanoseconds: Int64((2 * sum + count) / (2 * count)))
  }
}
