/// A figure of merit of a session, by the name that it has in JSON, in suites and on the command
/// line.
///
/// They are in the order in which a summary lists them.
public enum SessionMetric: String, CaseIterable, Hashable, Sendable {
  /// ``SessionSummary/startup``.
  case startupSeconds
  /// ``SessionSummary/stallCount``.
  case stallCount
  /// ``SessionSummary/stalled``.
  case stallSeconds
  /// ``SessionSummary/longestStall``.
  case longestStallSeconds
  /// ``SessionSummary/rebufferRatio``.
  case rebufferRatio
  /// ``SessionSummary/rebufferRatioWatch``.
  case rebufferRatioWatch
  /// ``SessionSummary/stallsPerMinute``.
  case stallsPerMinute
  /// ``SessionSummary/played``.
  case playedSeconds
  /// ``SessionSummary/elapsed``.
  case elapsedSeconds
  /// ``SessionSummary/seeking``.
  case seekSeconds
  /// ``SessionSummary/seekCount``.
  case seekCount
  /// ``SessionSummary/meanSeekLatency``.
  case meanSeekLatencySeconds
  /// ``SessionSummary/longestSeekLatency``.
  case longestSeekLatencySeconds
  /// ``SessionSummary/paused``.
  case pausedSeconds
  /// ``SessionSummary/meanBuffer``.
  case meanBufferSeconds
  /// ``SessionSummary/minimumBuffer``.
  case minimumBufferSeconds
  /// ``SessionSummary/bytesDownloaded``.
  case bytesDownloaded
  /// ``SessionSummary/bytesWasted``.
  case bytesWasted
  /// ``SessionSummary/requestCount``.
  case requestCount
  /// ``SessionSummary/observedRate``.
  case observedBitsPerSecond
  /// ``SessionSummary/endReason``.
  case endReason

  /// What the values of a metric are.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// Wall time or media time.
    case time
    /// A number of things.
    case count
    /// A part of a whole, in 0…1.
    case share
    /// A number of times per minute.
    case frequency
    /// A number of bytes.
    case bytes
    /// Bits per second.
    case rate
    /// One of a few words.
    case word
  }

  /// What its values are.
  public var kind: Kind {
    switch self {
    case .stallCount, .seekCount, .requestCount: .count
    case .rebufferRatio, .rebufferRatioWatch: .share
    case .stallsPerMinute: .frequency
    case .bytesDownloaded, .bytesWasted: .bytes
    case .observedBitsPerSecond: .rate
    case .endReason: .word
    case .startupSeconds, .stallSeconds, .longestStallSeconds, .playedSeconds, .elapsedSeconds,
      .seekSeconds, .meanSeekLatencySeconds, .longestSeekLatencySeconds, .pausedSeconds,
      .meanBufferSeconds, .minimumBufferSeconds:
      .time
    }
  }

  /// The name without the unit at its end, for where people write the unit themselves: `startup`.
  public var plainName: String {
    let unit = ["Seconds", "BitsPerSecond"].first { rawValue.hasSuffix($0) } ?? ""
    return String(rawValue.dropLast(unit.count))
  }

  /// The metric called `name`, with or without the unit at its end.
  ///
  /// - Throws: ``GrammarError`` with the nearest name if there is none.
  public init(named name: String) throws(GrammarError) {
    let found = Self.allCases.first { $0.rawValue == name || $0.plainName == name }
    if let found {
      self = found
      return
    }
    // Names without units are the shorter ones to miss, so both kinds are looked through.
    let names = Self.allCases.flatMap { [$0.plainName, $0.rawValue] }
    throw GrammarError(
      text: name, problem: "no metric is called so",
      hint: name.nearest(in: names).map { "did you mean \($0)?" }
        ?? "the metrics are \(Self.allCases.map(\.plainName).wordList(or: false))")
  }
}
