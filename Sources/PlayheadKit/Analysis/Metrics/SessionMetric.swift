/// A figure of merit of a session, by the name that it has in JSON, in suites and on the command
/// line.
///
/// They are in the order in which a summary lists them.
public enum SessionMetric: String, CaseIterable, Hashable, Sendable {
  /// The wall time from the play command to the first frame.
  case startupSeconds
  /// How many times playback that had started stood still for want of media; seeks do not count.
  case stallCount
  /// The wall time spent stalled.
  case stallSeconds
  /// The wall time of the longest stall.
  case longestStallSeconds
  /// Stalled ÷ (stalled + played), after CTA-2066.
  case rebufferRatio
  /// Stalled ÷ watch time, after Mux Data.
  case rebufferRatioWatch
  /// Stalls per minute of watch time, after Mux Data.
  case stallsPerMinute
  /// The wall time spent playing.
  case playedSeconds
  /// The wall time at which the session ended.
  case elapsedSeconds
  /// The wall time spent waiting after seeks, or after playing with too little media ahead.
  case seekSeconds
  /// How many times the user moved the playhead.
  case seekCount
  /// The mean wall time from a seek to its first frame.
  case meanSeekLatencySeconds
  /// The longest wall time from a seek to its first frame.
  case longestSeekLatencySeconds
  /// The wall time spent paused.
  case pausedSeconds
  /// The mean buffer level while playing, in media time.
  case meanBufferSeconds
  /// The least buffer level while playing until everything was loaded, in media time.
  case minimumBufferSeconds
  /// All bytes that came over the link, wasted ones included.
  case bytesDownloaded
  /// The bytes that came for requests already dropped.
  case bytesWasted
  /// How many requests were sent.
  case requestCount
  /// Bits delivered to the player ÷ the time with a request open and not blocked.
  case observedBitsPerSecond
  /// How the session ended.
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

  /// Whether a stall that is still open at the end of a session makes its value
  /// ``MetricValue/unbounded``.
  public var canBeUnbounded: Bool { self == .stallSeconds || self == .longestStallSeconds }

  /// The name without the unit at its end, for where people write the unit themselves: `startup`.
  ///
  /// `stallSeconds` and `seekSeconds` stay what they are, as what is left would not say what they
  /// are of.
  public var plainName: String {
    if self == .stallSeconds || self == .seekSeconds { return rawValue }
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
