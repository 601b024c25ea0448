public import PlayheadModel

/// A session as an `AVPlayerItemAccessLogEvent`, with the names and definitions of Apple's
/// documentation.
///
/// Times are exact instead of floating-point seconds, and rates are whole bits per second. As in
/// Apple's log, an unknown value is negative: a count is −1, a time −1 s, a rate −1 bit/s.
public struct AccessLogEvent: Hashable, Sendable {
  /// The number of stalls.
  public package(set) var numberOfStalls: Int
  /// The wall time until the player was ready to play, which may be before it starts; unknown if it
  /// never was, or if the session has no events.
  public package(set) var startupTime: WallTime
  /// The throughput of the download in bits per second, without wasted bytes; unknown if no time
  /// passed with a request open.
  public package(set) var observedBitrate: BitRate
  /// The throughput that the server says the stream requires: unknown, as a progressive file has no
  /// such statement.
  public package(set) var indicatedBitrate: BitRate
  /// The bytes downloaded, wasted ones included.
  public package(set) var numberOfBytesTransferred: Int64
  /// The wall time with a request open and not blocked, latency included.
  public package(set) var transferDuration: WallTime
  /// The length of the downloaded media, in media time; unknown if the session has no ticks or no
  /// events, or if some media was dropped.
  public package(set) var segmentsDownloadedDuration: MediaTime
  /// The length of the played media, in media time, repeats included; unknown if the session has no
  /// events, or if it hit its limit with no record of the final playhead.
  public package(set) var durationWatched: MediaTime
  /// The number of requests sent; for a progressive file Apple counts its GET requests.
  public package(set) var numberOfMediaRequests: Int
  /// The number of segments that took too long: unknown, as a progressive file has none.
  public package(set) var downloadOverdue: Int

  /// The log entry of `session`.
  public init(_ session: Session) {
    numberOfStalls = session.stalls.count
    startupTime = session.readyTime ?? .seconds(-1)
    observedBitrate = SessionSummary(session).observedRate ?? Self.unknownRate
    indicatedBitrate = Self.unknownRate
    numberOfBytesTransferred = session.bytesDownloaded
    transferDuration = session.requestTime
    segmentsDownloadedDuration = session.loadedDuration ?? .seconds(-1)
    durationWatched =
      session.record.watchedDuration(isCutOff: session.endReason == .limit) ?? .seconds(-1)
    numberOfMediaRequests = session.requestCount
    downloadOverdue = -1
  }

  private static let unknownRate = BitRate(bitsPerSecond: -1)
}

extension PlaybackRecord {
  /// When the first frame could be shown; `nil` if never or not recorded.
  fileprivate var readyTime: WallTime? {
    events.first {
      $0.kind == .isPlaybackBufferEmpty(false) || $0.kind == .isPlaybackLikelyToKeepUp(true)
    }?.wallTime
  }

  /// The length of all loaded media; `nil` if some of it was dropped.
  fileprivate var loadedDuration: MediaTime? {
    let hasDropped = events.contains {
      if case .backBufferDropped = $0.kind { true } else { false }
    }
    guard !events.isEmpty, !hasDropped, let tick = ticks.last, tick.wallTime == elapsed else {
      return nil
    }
    return tick.loadedTimeRanges.ranges.reduce(.zero) { $0 + $1.duration }
  }

  /// The length of all played media, derived from the playhead at each event; `nil` if that is
  /// unknown at the end of a session, which `isCutOff` by its limit.
  fileprivate func watchedDuration(isCutOff: Bool) -> MediaTime? {
    guard let last = events.last else { return nil }
    var watched = MediaTime.zero
    var playhead = MediaTime.zero
    for event in events {
      switch event.kind {
      case .seekStarted(let target, _), .gapJumped(let target):
        watched += event.mediaTime - playhead
        playhead = target
      case .playbackLooped:
        // The loop event has the playhead at the start again, so add the rest up to the end.
        watched += duration - playhead
        playhead = .zero
      case .didPlayToEndTime where event.mediaTime < playhead:
        break
      default:
        watched += event.mediaTime - playhead
        playhead = event.mediaTime
      }
    }
    if let tick = ticks.last, tick.wallTime == elapsed {
      return watched + tick.mediaTime - playhead
    }
    return last.wallTime == elapsed || !isCutOff ? watched : nil
  }
}
