extension BufferingPolicy {
  /// The values of a policy; the defaults are those of the basic player.
  ///
  /// Buffer levels are lengths of media ahead of the playhead, in media time.
  public struct Parameters: Hashable, Sendable {
    /// The policy's name in reports.
    public var name = "basic"

    /// The buffer level at which playback first starts.
    public var startupThreshold: MediaTime = .seconds(2)
    /// The buffer level at which playback resumes after a stall.
    public var resumeThreshold: MediaTime = .seconds(2)
    /// The buffer level at which playback resumes after a seek; `nil` for the resume threshold.
    public var afterSeekThreshold: MediaTime?
    /// The growth of the resume threshold from stall to stall; `nil` for none.
    public var resumeGrowth: ResumeGrowth?

    /// The buffer level at which loading stops; `nil` for unlimited.
    public var highWatermark: MediaTime? = .seconds(30)
    /// The buffer level at which loading, once stopped, resumes; `nil` for five seconds below the
    /// high watermark, but at least half of it.
    public var lowWatermark: MediaTime?
    /// The bytes ahead of the playhead at which loading stops; `nil` for unlimited.
    public var highWatermarkBytes: Int64?
    /// The bytes ahead of the playhead at which loading, once stopped, resumes; `nil` for the high
    /// watermark.
    public var lowWatermarkBytes: Int64?
    /// The length of media whose bytes at its mean rate are the low watermark in bytes; `nil` if
    /// that does not follow from the media.
    ///
    /// The high watermark is as far above it as without this, and neither is less than without
    /// this.
    public var watermarkTime: MediaTime?
    /// The most bytes to which ``watermarkTime`` raises the low watermark; `nil` for any.
    public var watermarkLimit: Int64?
    /// The factor of the media's interleave, the longest time by which one track of it is read
    /// farther than another, that is added to the watermarks of the buffer level; `nil` for none.
    public var interleaveFactor: Ratio?
    /// Whether reaching one high watermark stops loading, or only both.
    public var watermarkCombination: WatermarkCombination = .any
    /// The buffer's capacity in bytes ahead of the playhead: at this level it is full whatever the
    /// watermarks; `nil` for unlimited.
    public var byteCap: Int64?

    /// Over which tracks media has to be loaded to count as loaded.
    package var loadedOver: TrackCombination = .allTracks
    /// Whether the player reports loaded ranges by the samples in them, or by bytes.
    ///
    /// No rule of the player looks at them.
    public var buffered: BufferedReport = .samples
    /// How far ahead of the playhead a player that reports loaded ranges by bytes has demuxed,
    /// which it reports by samples.
    public var bufferedAhead: MediaTime = .zero

    /// The length of played media to keep, in media time; `nil` for all of it.
    public var backBuffer: MediaTime?
    /// The bytes of a request between checks of whether to stop loading; `nil` to check at every
    /// byte.
    public var loadGranularity: Int64?
    /// The rule for likely to keep up.
    public var keepUp: KeepUpRule = .threshold
    /// Whether the player waits when too little media is loaded, after `AVPlayer`'s property.
    ///
    /// If not, it plays all that is loaded and pauses when the buffer is empty.
    public var automaticallyWaitsToMinimizeStalling = true

    /// The limits on an expensive path.
    public var expensive = PathLimits()
    /// The limits on a constrained path.
    public var constrained = PathLimits()
    /// What the player reads of a file before it is open.
    package var openedWith: OpeningEnd = .headers
    /// The order in which the player reads a file.
    ///
    /// Bytes ahead of the playhead count in this order: ``highWatermarkBytes`` is how far a demuxer
    /// reads ahead.
    public var readOrder: ReadOrder = .byte
    /// Whether video of a file without a table of sync samples (Matroska) is used a group of
    /// pictures at a time, each once the sync sample after it is read, after Firefox'
    /// `WebMDemuxer`.
    public var wholeGroups = false
    /// The maximum gap of unwanted bytes that the player reads through in an open request instead
    /// of sending a new one.
    public var readThrough: Int64 = 64 << 10
    /// The size of the aligned blocks in which bytes are requested, and usable only as a whole;
    /// `nil` for single bytes.
    public var blockBytes: Int64?
    /// The maximum number of requests that are open at once for what is loaded together.
    ///
    /// Requests stay open, blocked, where the player reads on elsewhere, and resume where it comes
    /// back to them. At most eight requests share a link.
    public var parallelRequests = 1

    /// How far a player can go back in what a request brought without another request, in bytes;
    /// `nil` for everything, in what the requests before it brought too.
    ///
    /// Beyond these bytes it keeps of a request only the media that it has read, according to
    /// ``backBuffer``; of a request that it reads from no more, only that. With blocks, the latest
    /// block is always kept.
    public var seekBack: Int64?

    /// The bytes in which a player fills a buffer of twice the `sampleDistance`, after
    /// libavformat; `nil` if it has none.
    ///
    /// If that is larger than one read, it goes back in the buffer, instead of ``seekBack``, until
    /// another read would not fit: then it fills the buffer anew. It reads through gaps of up to
    /// the distance.
    public var windowReads: Int64?

    /// What the player asks of each track, besides the buffer level.
    public var tracks = TrackRules()

    /// The values of the basic player.
    public init() {}
  }
}

/// Growth of the resume threshold, after Chromium's audio renderer.
///
/// The first stall resumes at the threshold itself. Each later stall multiplies the previous
/// threshold by `factor`, rounded down to a nanosecond, up to `limit`. A seek resets the growth.
public struct ResumeGrowth: Hashable, Sendable {
  /// The factor per stall, at least one.
  public var factor: Ratio
  /// The maximum threshold, a buffer level in media time.
  public var limit: MediaTime

  /// Growth by `factor` up to `limit`.
  public init(factor: Ratio, limit: MediaTime) {
    self.factor = factor
    self.limit = limit
  }
}

/// How the watermarks in seconds and in bytes combine.
public enum WatermarkCombination: String, Hashable, Sendable, CaseIterable {
  /// Loading stops when either high watermark is reached, and resumes when both low ones are.
  case any
  /// Loading stops when both high watermarks are reached, and resumes when either low one is.
  case all
}

/// What opening a file ends with.
package enum OpeningEnd: String, Hashable, Sendable, CaseIterable {
  /// The headers.
  case headers
  /// The first access unit of each track, after the headers, as players built on FFmpeg read them
  /// to learn more of the tracks.
  ///
  /// Of a transport stream, 22 frames of video and the last 250,000 bytes, and then all from the
  /// start, after libavformat's `fps_analyze_framecount` and `DURATION_MAX_READ_SIZE`.
  case samples
  /// The same with a decoding time: of a track for which the container stores none, and whose
  /// frames are out of order, 50 access units, after libavformat's `max_ts_probe`.
  case decodeTimes
  /// The lengths of all tracks: of AAC in Matroska, which stores none, all media is read, after
  /// Firefox' `WebMDemuxer`.
  case lengths

  /// Whether access units are read of every file.
  var readsSamples: Bool { self == .samples || self == .decodeTimes }

  /// The access units that are read in vain for a decoding time.
  static let mostUntimed = 50
  /// The frames that are read for the frame rate: 20, and two that a parser holds.
  static let framesForRate = 22
  /// The bytes that are read for the length of the media.
  static let bytesForLength: Int64 = 250_000
}

/// The rule by which a player judges whether it is likely to keep up.
public enum KeepUpRule: Hashable, Sendable {
  /// The buffer level has reached the threshold of the player's state.
  case threshold
  /// As `threshold`, and at the estimated throughput the rest also arrives before it is due; or one
  /// of both, according to ``ThroughputEstimation/either``.
  case predictedRate(ThroughputEstimation)

  /// The rule's name in a policy file.
  public var name: String {
    switch self {
    case .threshold: "threshold"
    case .predictedRate: "predictedRate"
    }
  }

  /// The throughput estimation; `nil` if the rule does not use one.
  public var estimation: ThroughputEstimation? {
    if case .predictedRate(let estimation) = self { estimation } else { nil }
  }
}

/// Throughput estimation by the lower of two moving averages, after hls.js and Shaka, or by the
/// mean of the session, after Firefox.
public struct ThroughputEstimation: Hashable, Sendable {
  /// The wall time after which a measurement's weight halves in the faster average.
  public var fastHalfLife: WallTime
  /// The wall time after which a measurement's weight halves in the slower average.
  public var slowHalfLife: WallTime
  /// The bytes in one measurement; the end of a request also ends a measurement.
  public var sampleBytes: Int64
  /// The measurements that count.
  public var over: ThroughputSpan
  /// Whether a player keeps up by the estimate or by the threshold, not only by both.
  public var either: Bool

  /// An estimation with hls.js' half-lives by default.
  public init(
    fastHalfLife: WallTime = .seconds(3), slowHalfLife: WallTime = .seconds(9),
    sampleBytes: Int64 = 64 << 10, over: ThroughputSpan = .recent, either: Bool = false
  ) {
    self.over = over
    self.either = either
    self.fastHalfLife = fastHalfLife
    self.slowHalfLife = slowHalfLife
    self.sampleBytes = sampleBytes
  }
}

/// The measurements that a throughput estimate counts.
public enum ThroughputSpan: String, Hashable, Sendable, CaseIterable {
  /// The recent ones, by moving averages.
  case recent
  /// All of the session: its bytes by the time that they took.
  case session
}
