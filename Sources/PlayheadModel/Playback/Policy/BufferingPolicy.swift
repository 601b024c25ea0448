/// When a player starts, resumes, and stops and resumes loading.
///
/// Thresholds are lengths of media ahead of the playhead, in media time. A full buffer also starts
/// playback, so a startup threshold above the high watermark is legal. The values of a policy are
/// checked together, once.
public struct BufferingPolicy: Hashable, Sendable {
  /// The values as given.
  public var parameters: Parameters { storage.parameters }

  /// One shared object for all values, as policies are copied often.
  private let storage: Storage

  private final class Storage: Sendable {
    let parameters: Parameters
    /// The rules by which a buffer is full, by the flags of the path.
    let fullness: [WatermarkRule]
    /// Whether there are rules for tracks.
    let watchesTracks: Bool
    /// Whether there are no watermarks on any path.
    let isNeverFull: Bool
    /// The flags that matter.
    static let pathFlags: PathFlags = [.expensive, .constrained]

    init(_ parameters: Parameters) {
      self.parameters = parameters
      let isSameOnAllPaths =
        parameters.expensive.forwardBuffer == nil && parameters.constrained.forwardBuffer == nil
      fullness =
        isSameOnAllPaths
        ? Array(repeating: parameters.fullness(on: []), count: Int(Self.pathFlags.rawValue) + 1)
        : (0...Self.pathFlags.rawValue).map { parameters.fullness(on: PathFlags(rawValue: $0)) }
      watchesTracks = parameters.tracks != TrackRules()
      isNeverFull = fullness.allSatisfy { $0 == .any([]) }
    }
  }

  /// A policy of `parameters`.
  ///
  /// - Throws: ``PolicyError``, the first of the parameters' ``Parameters/mistakes``.
  public init(_ parameters: Parameters) throws(PolicyError) {
    if let mistake = parameters.mistakes.first { throw mistake }
    storage = Storage(parameters)
  }

  /// The basic player: it starts and resumes with 2 s of media, and loads up to 30 s ahead.
  public static let basic = BufferingPolicy(unchecked: Parameters())

  /// A policy of values that are known to be in order.
  init(unchecked parameters: Parameters) {
    storage = Storage(parameters)
  }

  /// The values with the low watermarks that follow from the high ones.
  package var effectiveParameters: Parameters {
    var effective = parameters
    effective.lowWatermark = effective.highWatermark == nil ? nil : lowWatermark
    effective.lowWatermarkBytes = lowWatermarkBytes
    return effective
  }

  /// Whether both have the same values.
  public static func == (left: BufferingPolicy, right: BufferingPolicy) -> Bool {
    left.parameters == right.parameters
  }

  /// Hashes the values into `hasher`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(parameters)
  }

  /// A policy with the given thresholds and watermarks, and the basic player's other values.
  ///
  /// - Throws: ``PolicyError`` with the names of the values that are out of range or conflict.
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

  /// The policy's name in reports.
  public var name: String { parameters.name }
  /// The buffer level at which playback first starts.
  public var startupThreshold: MediaTime { parameters.startupThreshold }
  /// The buffer level at which playback resumes after the first stall.
  public var resumeThreshold: MediaTime { parameters.resumeThreshold }
  /// Whether the player waits when too little media is loaded.
  var waitsForMedia: Bool { parameters.automaticallyWaitsToMinimizeStalling }
  /// The buffer level at which loading stops on any path; `nil` for unlimited.
  public var highWatermark: MediaTime? { parameters.highWatermark }
  /// The buffer level at which loading, once stopped, resumes.
  public var lowWatermark: MediaTime {
    parameters.lowWatermark ?? Self.lowWatermark(under: parameters.highWatermark ?? .zero)
  }
  /// Whether the player looks at each track, by rules of ``Parameters/tracks``.
  public var watchesTracks: Bool { storage.watchesTracks }
  /// Whether no buffer is ever full.
  var isNeverFull: Bool { storage.isNeverFull }
  /// The rule by which a buffer is full on a path of these flags.
  public func fullness(on path: PathFlags) -> WatermarkRule {
    storage.fullness[Int(path.intersection(Storage.pathFlags).rawValue)]
  }
  /// The limits on an expensive path.
  public var expensive: PathLimits { parameters.expensive }
  /// The limits on a constrained path.
  public var constrained: PathLimits { parameters.constrained }
  /// The maximum gap of unwanted bytes that the player reads through in an open request.
  public var readThrough: Int64 { parameters.readThrough }

  /// Five seconds below `high`, but at least half of it.
  package static func lowWatermark(under high: MediaTime) -> MediaTime {
    max(high - .seconds(5), MediaTime(nanoseconds: high.nanoseconds / 2))
  }
}
