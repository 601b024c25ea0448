/// When a player starts, resumes, and stops and goes on loading.
///
/// Thresholds are lengths of media ahead of the playhead, in media time. Full also starts playback, so a startup
/// threshold above the high watermark is legal. A policy's values fit each other: they are checked
/// once, together.
public struct BufferingPolicy: Hashable, Sendable {
  /// The values as they were given.
  public var parameters: Parameters { storage.parameters }

  /// One object for all the values, as policies are handed about a lot.
  private let storage: Storage

  private final class Storage: Sendable {
    let parameters: Parameters

    init(_ parameters: Parameters) {
      self.parameters = parameters
    }
  }

  /// A policy of `parameters`.
  ///
  /// - Throws: ``PolicyError``, the first of their ``Parameters/mistakes``.
  public init(_ parameters: Parameters) throws(PolicyError) {
    if let mistake = parameters.mistakes.first { throw mistake }
    storage = Storage(parameters)
  }

  /// Whether both have the same values.
  public static func == (left: BufferingPolicy, right: BufferingPolicy) -> Bool {
    left.parameters == right.parameters
  }

  /// Feeds the values to `hasher`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(parameters)
  }

  /// A policy of the thresholds and watermarks given, otherwise that of the basic player.
  ///
  /// - Throws: ``PolicyError`` with the names of the values that are out of range or do not fit each
  ///   other.
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
    var parameters = Parameters()
    parameters.name = name
    parameters.startupThreshold = startupThreshold
    parameters.resumeThreshold = resumeThreshold
    parameters.highWatermark = highWatermark
    parameters.lowWatermark = lowWatermark
    parameters.expensive = expensive
    parameters.constrained = constrained
    parameters.readThrough = readThrough
    try self.init(parameters)
  }

  /// What the policy is called in reports.
  public var name: String { parameters.name }
  /// The buffer level at which playback first starts.
  public var startupThreshold: MediaTime { parameters.startupThreshold }
  /// The buffer level at which playback goes on after the first stall.
  public var resumeThreshold: MediaTime { parameters.resumeThreshold }
  /// The buffer level at which loading stops on any path; `nil` if none does.
  public var highWatermark: MediaTime? { parameters.highWatermark }
  /// The buffer level at which loading, once stopped, goes on.
  public var lowWatermark: MediaTime {
    parameters.lowWatermark ?? Self.lowWatermark(under: parameters.highWatermark ?? .zero)
  }
  /// What changes on an expensive path.
  public var expensive: PathLimits { parameters.expensive }
  /// What changes on a constrained path.
  public var constrained: PathLimits { parameters.constrained }
  /// How many unwanted bytes a player reads through in an open request.
  public var readThrough: Int64 { parameters.readThrough }

  /// Five seconds under `high`, but at least half of it.
  static func lowWatermark(under high: MediaTime) -> MediaTime {
    max(high - .seconds(5), MediaTime(nanoseconds: high.nanoseconds / 2))
  }
}
