package import PlayheadModel

/// A player as headers describe it: its name, its thresholds and watermarks, and every other setting
/// that differs from the basic player's.
package struct PlayerFacts {
  let policy: BufferingPolicy
  let durations: TextStyle.Durations

  package init(
    policy: BufferingPolicy, durations: TextStyle.Durations = .clock
  ) {
    self.policy = policy
    self.durations = durations
  }

  package var facts: [String?] {
    let basic = BufferingPolicy.Parameters()
    return [
      policy.name.printable, startFact, waits ? resumeFact : nil,
      parameters.afterSeekThreshold.map { "after a seek at \(durations.text($0))" }, loadFact,
      parameters.byteCap.map { "buffer capacity \(exactByteText($0))" },
      parameters.backBuffer.map { "back buffer \(durations.text($0))" },
      parameters.loadGranularity.map { "checks whether to stop every \(exactByteText($0))" },
      parameters.keepUp.estimation.map(fact),
      waits ? nil : "pauses when empty, no automatic waiting",
      limitsFact("expensive", parameters.expensive),
      limitsFact("constrained", parameters.constrained),
      parameters.readThrough == basic.readThrough
        ? nil : "reads through gaps up to \(exactByteText(parameters.readThrough))",
    ]
  }

  private var parameters: BufferingPolicy.Parameters { policy.parameters }

  private var waits: Bool { parameters.automaticallyWaitsToMinimizeStalling }

  private var startFact: String {
    waits
      ? "starts at \(durations.text(parameters.startupThreshold))" : "starts with the first frame"
  }

  private var resumeFact: String {
    let growth = parameters.resumeGrowth.map { growth in
      ", \(growth.factor.text) times as much after each further stall, up to \(durations.text(growth.limit))"
    }
    return "resumes at \(durations.text(parameters.resumeThreshold))\(growth ?? "")"
  }

  /// The levels at which loading stops and resumes.
  private var loadFact: String {
    let time = parameters.highWatermark.map {
      (durations.text($0), durations.text(policy.lowWatermark))
    }
    let bytes = parameters.highWatermarkBytes.map {
      (exactByteText($0), exactByteText(policy.lowWatermarkBytes ?? $0))
    }
    let marks = [time, bytes].compactMap(\.self)
    let isAny = parameters.watermarkCombination == .any
    guard !marks.isEmpty else { return "loads without limit" }
    return "loads to \(marks.map(\.0).joined(separator: isAny ? " or " : " and ")), "
      + "refills at \(marks.map(\.1).joined(separator: isAny ? " and " : " or "))"
  }

  private func fact(_ estimation: ThroughputEstimation) -> String {
    "waits until the estimated throughput suffices to the end (half-lives \(durations.text(estimation.fastHalfLife)) and "
      + "\(durations.text(estimation.slowHalfLife)), sampled every \(exactByteText(estimation.sampleBytes)))"
  }

  private func limitsFact(_ path: String, _ limits: PathLimits) -> String? {
    let parts = [
      limits.forwardBuffer.map { "loads to \(durations.text($0))" },
      limits.peakBitRate.map { "downloads at most at \($0.text)" },
    ].compactMap(\.self)
    return parts.isEmpty ? nil : "on \(path) paths \(parts.joined(separator: " and "))"
  }
}
