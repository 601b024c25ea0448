/// The figures of merit of a session.
///
/// Names and definitions follow CMCD version 2 (startup, stall count and length), CTA-2066 (rebuffer
/// ratio) and Mux Data (ratio and frequency over watch time).
public struct SessionSummary: Hashable, Sendable {
  /// The wall time from the play command to the first frame; `nil` if there was none.
  public var startup: MediaTime?
  /// How many times playback that had started ran empty before the end.
  public var stallCount: Int
  /// The wall time spent stalled.
  public var stalled: MediaTime
  /// The length of the longest stall; `nil` if there was none.
  public var longestStall: MediaTime?
  /// Stalled ÷ (stalled + played); `nil` if neither took any time.
  public var rebufferRatio: Ratio?
  /// Stalled ÷ watch time, which includes the startup; `nil` if it took no time.
  public var rebufferRatioWatch: Ratio?
  /// Stalls per minute of watch time; `nil` if it took no time.
  public var stallsPerMinute: Ratio?
  /// The wall time spent playing.
  public var played: MediaTime
  /// The wall time at which the session ended.
  public var elapsed: MediaTime
  /// The wall time spent waiting after seeks.
  public var seeking: MediaTime
  /// The mean buffer level while playing; `nil` if nothing was played.
  public var meanBuffer: MediaTime?
  /// The least buffer level while playing until everything was loaded; `nil` if there was none.
  public var minimumBuffer: MediaTime?
  /// All bytes that came over the link, wasted ones included.
  public var bytesDownloaded: Int64
  /// Bytes that came for requests already dropped.
  public var bytesWasted: Int64
  /// How many requests were sent.
  public var requestCount: Int
  /// Bits delivered to the player over the time with a request open and not blocked.
  public var observedRate: BitRate?
  /// How the session ended.
  public var endReason: Session.EndReason

  /// The summary of `session`.
  public init(_ session: Session) {
    let lengths = session.stalls.map { $0.duration ?? session.elapsed - $0.start }
    let stalled = lengths.reduce(.zero, +)
    startup = session.startup
    stallCount = session.stalls.count
    self.stalled = stalled
    longestStall = lengths.max()
    rebufferRatio = Ratio(stalled, of: stalled + session.played)
    rebufferRatioWatch = Ratio(stalled, of: session.elapsed)
    stallsPerMinute = Ratio(.seconds(60) * Int64(session.stalls.count), of: session.elapsed)
    played = session.played
    elapsed = session.elapsed
    seeking = .zero
    meanBuffer = session.bufferLevels.mean(over: session.played)
    minimumBuffer = session.bufferLevels.minimum
    bytesDownloaded = session.bytesDownloaded
    bytesWasted = session.bytesWasted
    requestCount = session.requestCount
    let bits = Int128(session.bytesDownloaded - session.bytesWasted) * 8 * 1_000_000_000
    let time = Int128(session.requestTime.nanoseconds)
    observedRate = time > 0 ? BitRate(bitsPerSecond: Int64((bits + time / 2) / time)) : nil
    endReason = session.endReason
  }
}
