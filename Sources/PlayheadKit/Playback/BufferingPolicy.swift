/// When a player starts, resumes, and stops and goes on loading.
///
/// Thresholds are lengths of media ahead of the playhead. Full also starts playback, so a startup
/// threshold above the high watermark is legal.
public struct BufferingPolicy: Hashable, Sendable {
  /// What the policy is called in reports.
  public let name: String
  /// The buffer level at which playback first starts.
  public let startupThreshold: MediaTime
  /// The buffer level at which playback goes on after a stall.
  public let resumeThreshold: MediaTime
  /// The buffer level at which loading stops; `nil` if it never does.
  public let highWatermark: MediaTime?
  /// The buffer level at which loading, once stopped, goes on.
  public let lowWatermark: MediaTime
  /// What changes on an expensive path.
  public let expensive: PathLimits
  /// What changes on a constrained path.
  public let constrained: PathLimits
  /// How many unwanted bytes a player reads through in an open request rather than send a new one.
  public let readThrough: Int64

  /// A policy of the thresholds given.
  ///
  /// `lowWatermark` is five seconds under the high one unless given, but at least half of it.
  public init(
    name: String = "basic",
    startupThreshold: MediaTime = .seconds(2),
    resumeThreshold: MediaTime = .seconds(2),
    highWatermark: MediaTime? = .seconds(30),
    lowWatermark: MediaTime? = nil,
    expensive: PathLimits = PathLimits(),
    constrained: PathLimits = PathLimits(),
    readThrough: Int64 = 64 << 10
  ) throws(PolicyError) {
    for (field, value) in [
      ("startup buffer", startupThreshold), ("resume buffer", resumeThreshold),
      ("high watermark", highWatermark ?? .zero), ("low watermark", lowWatermark ?? .zero),
      ("expensive buffer", expensive.forwardBuffer ?? .zero),
      ("constrained buffer", constrained.forwardBuffer ?? .zero),
    ] where value < .zero {
      throw .negative(field: field)
    }
    if [highWatermark, expensive.forwardBuffer, constrained.forwardBuffer].contains(.zero) {
      throw .zeroHighWatermark
    }
    if let highWatermark, let lowWatermark, lowWatermark > highWatermark {
      throw .watermarksCrossed(high: highWatermark, low: lowWatermark)
    }
    self.name = name
    self.startupThreshold = startupThreshold
    self.resumeThreshold = resumeThreshold
    self.highWatermark = highWatermark
    self.lowWatermark = lowWatermark ?? Self.lowWatermark(under: highWatermark ?? .zero)
    self.expensive = expensive
    self.constrained = constrained
    self.readThrough = readThrough
  }

  /// The watermarks that hold on a path of these flags: the least of those that apply.
  public func watermarks(on path: PathFlags) -> (high: MediaTime?, low: MediaTime) {
    let forward = limits(on: path).compactMap(\.forwardBuffer).min()
    guard let forward, forward < highWatermark ?? .bound else {
      return (highWatermark, lowWatermark)
    }
    return (forward, min(lowWatermark, Self.lowWatermark(under: forward)))
  }

  /// The rate at which a player takes bytes at most on a path of these flags; `nil` for any.
  public func peakBitRate(on path: PathFlags) -> BitRate? {
    limits(on: path).compactMap(\.peakBitRate).min()
  }

  private func limits(on path: PathFlags) -> [PathLimits] {
    (path.contains(.expensive) ? [expensive] : [])
      + (path.contains(.constrained) ? [constrained] : [])
  }

  private static func lowWatermark(under high: MediaTime) -> MediaTime {
    max(high - .seconds(5), MediaTime(nanoseconds: high.nanoseconds / 2))
  }
}

/// What is wrong with the values of a policy.
public enum PolicyError: Error, Hashable, Sendable {
  /// A length of time is less than nothing.
  case negative(field: String)
  /// A high watermark of nothing, at which nothing could ever be loaded.
  case zeroHighWatermark
  /// The low watermark lies above the high watermark.
  case watermarksCrossed(high: MediaTime, low: MediaTime)
}
