/// A session as `AVPlayerItemAccessLogEvent` would log it: its names, and what Apple's
/// documentation says that they mean.
///
/// Times are exact instead of seconds in floating point, rates whole bits per second. As Apple has
/// it, a value that is not known is negative: then a count is −1, a time −1 s, a rate −1 bit/s.
public struct AccessLogEvent: Hashable, Sendable {
  /// How many times playback stalled.
  public var numberOfStalls: Int
  /// The wall time until the player was ready to play, which it may be before it starts; unknown
  /// if it never was, or if the session has no events.
  public var startupTime: MediaTime
  /// The throughput over everything downloaded, wasted bytes left out, in bits per second; unknown
  /// if no time passed with a request open.
  public var observedBitrate: BitRate
  /// The throughput that the server says the stream takes: unknown, as a progressive file has
  /// nobody to say so.
  public var indicatedBitrate: BitRate
  /// The bytes that came over the link, wasted ones included.
  public var numberOfBytesTransferred: Int64
  /// The wall time with a request open and not blocked, latency included.
  public var transferDuration: MediaTime
  /// The length of the media that was downloaded, in media time; unknown if the session has no ticks
  /// or no events, or if some of it was dropped again.
  public var segmentsDownloadedDuration: MediaTime
  /// The length of the media that was played, in media time, each time that it was; unknown if the
  /// session has no events, or if it was given up with nothing that tells how far it had come.
  public var durationWatched: MediaTime
  /// How many requests were sent; for a progressive file Apple counts its GET requests.
  public var numberOfMediaRequests: Int
  /// How many segments took too long: unknown, as a progressive file has none.
  public var downloadOverdue: Int

  /// The log entry of `session`.
  public init(_ session: Session) {
    numberOfStalls = session.stalls.count
    startupTime = session.readyTime ?? Self.unknownTime
    observedBitrate = SessionSummary(session).observedRate ?? Self.unknownRate
    indicatedBitrate = Self.unknownRate
    numberOfBytesTransferred = session.bytesDownloaded
    transferDuration = session.requestTime
    segmentsDownloadedDuration = session.loadedDuration ?? Self.unknownTime
    durationWatched = session.watchedDuration ?? Self.unknownTime
    numberOfMediaRequests = session.requestCount
    downloadOverdue = -1
  }

  private static let unknownTime = MediaTime.seconds(-1)
  private static let unknownRate = BitRate(bitsPerSecond: -1)
}

extension Session {
  /// When the first frame could be shown; `nil` if it never could or nobody wrote it down.
  fileprivate var readyTime: MediaTime? {
    events.first {
      $0.kind == .isPlaybackBufferEmpty(false) || $0.kind == .isPlaybackLikelyToKeepUp(true)
    }?.wallTime
  }

  /// The length of all media loaded, if none of it was dropped.
  fileprivate var loadedDuration: MediaTime? {
    let hasDropped = events.contains {
      if case .backBufferDropped = $0.kind { true } else { false }
    }
    guard !events.isEmpty, !hasDropped, let tick = ticks.last, tick.wallTime == elapsed else {
      return nil
    }
    return tick.loadedTimeRanges.ranges.reduce(.zero) { $0 + $1.duration }
  }

  /// The length of all media played, found from where the playhead was at each event.
  fileprivate var watchedDuration: MediaTime? {
    guard let last = events.last else { return nil }
    var watched = MediaTime.zero
    var playhead = MediaTime.zero
    for event in events {
      switch event.kind {
      case .seekStarted(let target, _):
        watched += event.mediaTime - playhead
        playhead = target
      case .playbackLooped:
        // It is told with the playhead at the start again, as the end before it is.
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
    return last.wallTime == elapsed || endReason != .limit ? watched : nil
  }
}
