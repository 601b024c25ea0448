extension BufferingPolicy {
  /// The values that make up a policy, each with that of the basic player unless set.
  ///
  /// Buffer levels are lengths of media ahead of the playhead, in media time.
  public struct Parameters: Hashable, Sendable {
    /// What the policy is called in reports.
    public var name = "basic"

    /// The buffer level at which playback first starts.
    public var startupThreshold: MediaTime = .seconds(2)
    /// The buffer level at which playback goes on after a stall.
    public var resumeThreshold: MediaTime = .seconds(2)
    /// The buffer level at which playback goes on after a seek; `nil` for that after a stall.
    public var afterSeekThreshold: MediaTime?
    /// How the resume threshold grows from one stall to the next; `nil` if it does not.
    public var resumeGrowth: ResumeGrowth?

    /// The buffer level at which loading stops; `nil` if none does.
    public var highWatermark: MediaTime? = .seconds(30)
    /// The buffer level at which loading, once stopped, goes on; `nil` for five seconds under the
    /// high one, but at least half of it.
    public var lowWatermark: MediaTime?
    /// The bytes ahead of the playhead at which loading stops; `nil` if no number does.
    public var highWatermarkBytes: Int64?
    /// The bytes ahead of the playhead at which loading, once stopped, goes on; `nil` for as many
    /// as the high watermark.
    public var lowWatermarkBytes: Int64?
    /// Whether one of the high watermarks is enough to stop loading, or both have to be reached.
    public var watermarkCombination: WatermarkCombination = .any
    /// The bytes ahead of the playhead that there is room for: with so many the buffer is full,
    /// whatever the watermarks say; `nil` if there is room for any number.
    public var byteCap: Int64?

    /// How much of what has been played is kept, in media time; `nil` for all of it.
    public var backBuffer: MediaTime?
    /// After how many bytes of a request, each time, the player looks whether to stop loading;
    /// `nil` for always.
    public var loadGranularity: Int64?
    /// By what the player judges whether playback will go through.
    public var keepUp: KeepUpRule = .threshold
    /// Whether the player waits for media when it has too little, after `AVPlayer`'s property.
    ///
    /// If not, it plays whatever there is and pauses when that runs out.
    public var automaticallyWaitsToMinimizeStalling = true

    /// What changes on an expensive path.
    public var expensive = PathLimits()
    /// What changes on a constrained path.
    public var constrained = PathLimits()
    /// How many unwanted bytes a player reads through in an open request rather than send a new
    /// one.
    public var readThrough: Int64 = 64 << 10

    /// The values of the basic player.
    public init() {}
  }
}

/// How a resume threshold grows, after Chromium's audio renderer.
///
/// The first stall resumes at the threshold itself, each later one at that of the one before times
/// `factor`, cut to a nanosecond, but at most `limit`. A seek begins anew.
public struct ResumeGrowth: Hashable, Sendable {
  /// By how much it is multiplied, at least one.
  public var factor: Ratio
  /// How far it grows, a buffer level in media time.
  public var limit: MediaTime

  /// Growth as given.
  public init(factor: Ratio, limit: MediaTime) {
    self.factor = factor
    self.limit = limit
  }
}

/// How a watermark in seconds and one in bytes make up one decision.
public enum WatermarkCombination: String, Hashable, Sendable, CaseIterable {
  /// Loading stops as one of them is reached, and goes on when both low ones are.
  case any
  /// Loading stops when both of them are reached, and goes on as one low one is.
  case all
}

/// By what a player judges whether playback will go through.
public enum KeepUpRule: Hashable, Sendable {
  /// The threshold for its state is reached.
  case threshold
  /// That, and at the throughput estimated the rest comes before it is due.
  case predictedRate(ThroughputEstimation)

  /// The rule's name in a policy file.
  public var name: String {
    switch self {
    case .threshold: "threshold"
    case .predictedRate: "predictedRate"
    }
  }

  /// How throughput is estimated; `nil` if the rule does not look at it.
  public var estimation: ThroughputEstimation? {
    if case .predictedRate(let estimation) = self { estimation } else { nil }
  }
}

/// How throughput is estimated: as the smaller of two moving averages, after hls.js and Shaka.
public struct ThroughputEstimation: Hashable, Sendable {
  /// The wall time after which a measurement weighs half as much in the faster average.
  public var fastHalfLife: MediaTime
  /// The wall time after which a measurement weighs half as much in the slower average.
  public var slowHalfLife: MediaTime
  /// How many bytes make up a measurement; the end of a request ends one too.
  public var sampleBytes: Int64

  /// An estimation with hls.js' half-lives unless others are given.
  public init(
    fastHalfLife: MediaTime = .seconds(3), slowHalfLife: MediaTime = .seconds(9),
    sampleBytes: Int64 = 64 << 10
  ) {
    self.fastHalfLife = fastHalfLife
    self.slowHalfLife = slowHalfLife
    self.sampleBytes = sampleBytes
  }
}
