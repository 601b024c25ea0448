/// What is told of a player in a header: its name, its thresholds and watermarks, and whatever else
/// is not as it is for the basic player.
struct PlayerFacts {
  let policy: BufferingPolicy

  var facts: [String?] {
    let basic = BufferingPolicy.Parameters()
    return [
      policy.name.printable, "starts at \(parameters.startupThreshold.text)", resumeFact,
      parameters.afterSeekThreshold.map { "after a seek at \($0.text)" }, loadFact,
      parameters.byteCap.map { "has room for \(exactByteText($0))" },
      parameters.backBuffer.map { "keeps \($0.text) of what was played" },
      parameters.loadGranularity.map { "looks every \(exactByteText($0)) whether to stop" },
      parameters.keepUp.estimation.map(Self.fact),
      parameters.automaticallyWaitsToMinimizeStalling ? nil : "does not wait, pauses when empty",
      limitsFact("expensive", parameters.expensive),
      limitsFact("constrained", parameters.constrained),
      parameters.readThrough == basic.readThrough
        ? nil : "reads through \(exactByteText(parameters.readThrough))",
    ]
  }

  private var parameters: BufferingPolicy.Parameters { policy.parameters }

  private var resumeFact: String {
    let growth = parameters.resumeGrowth.map { growth in
      ", after each further stall at \(growth.factor.text) times as much up to \(growth.limit.text)"
    }
    return "resumes at \(parameters.resumeThreshold.text)\(growth ?? "")"
  }

  /// When loading stops, and when it goes on.
  private var loadFact: String {
    let time = parameters.highWatermark.map { ($0.text, policy.lowWatermark.text) }
    let bytes = parameters.highWatermarkBytes.map {
      (exactByteText($0), exactByteText(policy.lowWatermarkBytes ?? $0))
    }
    let marks = [time, bytes].compactMap(\.self)
    let isAny = parameters.watermarkCombination == .any
    guard !marks.isEmpty else { return "loads without end" }
    return "loads to \(marks.map(\.0).joined(separator: isAny ? " or " : " and ")), "
      + "again at \(marks.map(\.1).joined(separator: isAny ? " and " : " or "))"
  }

  private static func fact(_ estimation: ThroughputEstimation) -> String {
    "plays if throughput suffices to the end (half-lives \(estimation.fastHalfLife.text) and "
      + "\(estimation.slowHalfLife.text), measured every \(exactByteText(estimation.sampleBytes)))"
  }

  private func limitsFact(_ path: String, _ limits: PathLimits) -> String? {
    let parts = [
      limits.forwardBuffer.map { "loads to \($0.text)" },
      limits.peakBitRate.map { "takes at most \($0.text)" },
    ].compactMap(\.self)
    return parts.isEmpty ? nil : "on \(path) paths \(parts.joined(separator: " and "))"
  }
}
