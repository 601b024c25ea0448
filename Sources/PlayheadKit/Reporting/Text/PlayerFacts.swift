/// What is told of a player in a header: its name, its thresholds and watermarks, and whatever else
/// is not as it is for the basic player.
struct PlayerFacts {
  let policy: BufferingPolicy
  var durations = TextStyle.Durations.seconds

  var facts: [String?] {
    let basic = BufferingPolicy.Parameters()
    return [
      policy.name.printable, "starts at \(durations.text(parameters.startupThreshold))", resumeFact,
      parameters.afterSeekThreshold.map { "after a seek at \(durations.text($0))" }, loadFact,
      parameters.byteCap.map { "has room for \(exactByteText($0))" },
      parameters.backBuffer.map { "keeps \(durations.text($0)) of what was played" },
      parameters.loadGranularity.map { "looks every \(exactByteText($0)) whether to stop" },
      parameters.keepUp.estimation.map(fact),
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
      ", after each further stall at \(growth.factor.text) times as much up to \(durations.text(growth.limit))"
    }
    return "resumes at \(durations.text(parameters.resumeThreshold))\(growth ?? "")"
  }

  /// When loading stops, and when it goes on.
  private var loadFact: String {
    let time = parameters.highWatermark.map {
      (durations.text($0), durations.text(policy.lowWatermark))
    }
    let bytes = parameters.highWatermarkBytes.map {
      (exactByteText($0), exactByteText(policy.lowWatermarkBytes ?? $0))
    }
    let marks = [time, bytes].compactMap(\.self)
    let isAny = parameters.watermarkCombination == .any
    guard !marks.isEmpty else { return "loads without end" }
    return "loads to \(marks.map(\.0).joined(separator: isAny ? " or " : " and ")), "
      + "again at \(marks.map(\.1).joined(separator: isAny ? " and " : " or "))"
  }

  private func fact(_ estimation: ThroughputEstimation) -> String {
    "plays if throughput suffices to the end (half-lives \(durations.text(estimation.fastHalfLife)) and "
      + "\(durations.text(estimation.slowHalfLife)), measured every \(exactByteText(estimation.sampleBytes)))"
  }

  private func limitsFact(_ path: String, _ limits: PathLimits) -> String? {
    let parts = [
      limits.forwardBuffer.map { "loads to \(durations.text($0))" },
      limits.peakBitRate.map { "takes at most \($0.text)" },
    ].compactMap(\.self)
    return parts.isEmpty ? nil : "on \(path) paths \(parts.joined(separator: " and "))"
  }
}
