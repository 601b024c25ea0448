package import PlayheadModel

/// A player as headers describe it: its name, its thresholds and watermarks, and every other
/// setting that differs from the basic player's.
package struct PlayerFacts {
  let policy: BufferingPolicy
  let durations: TextStyle.Durations

  package init(policy: BufferingPolicy, durations: TextStyle.Durations = .clock) {
    self.policy = policy
    self.durations = durations
  }

  package var facts: [String?] { [policy.name.printable] + PolicyField.allCases.map(fact) }

  /// The fact that begins with `field`; `nil` if it is told with another one or not worth telling.
  func fact(_ field: PolicyField) -> String? {
    switch field {
    case .startupBuffer: startFact
    case .resumeBuffer: waits ? resumeFact : nil
    case .highWatermark: loadFact
    case .keepUp: parameters.keepUp.estimation.map(fact)
    case .automaticallyWaitsToMinimizeStalling:
      waits ? nil : "pauses when empty, no automatic waiting"
    case .expensiveBuffer: limitsFact("expensive", parameters.expensive)
    case .constrainedBuffer: limitsFact("constrained", parameters.constrained)
    default: ownFact(field)
    }
  }

  /// A value other than the basic player's in the words of its row.
  private func ownFact(_ field: PolicyField) -> String? {
    let row = field.row
    guard let value = row.value(parameters), value != row.value(BufferingPolicy.Parameters())
    else { return nil }
    let text =
      row.unit == .time ? durations.text(MediaTime(nanoseconds: value)) : row.unit.text(value)
    let fact = row.wordFacts[text] ?? row.fact?.replacing("%", with: text)
    return value == 1
      ? fact?.replacing("frames", with: "frame").replacing("threads", with: "thread") : fact
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
    let (name, halfLives) =
      switch estimation.over {
      case .recent:
        (
          "estimated",
          "half-lives \(durations.text(estimation.fastHalfLife)) and \(durations.text(estimation.slowHalfLife)), "
        )
      case .session: ("mean", "")
      }
    return "\(estimation.either ? "or" : "waits") until the \(name) throughput suffices to the end "
      + "(\(halfLives)sampled every \(exactByteText(estimation.sampleBytes)))"
  }

  private func limitsFact(_ path: String, _ limits: PathLimits) -> String? {
    let parts = [
      limits.forwardBuffer.map { "loads to \(durations.text($0))" },
      limits.peakBitRate.map { "downloads at most at \($0.text)" },
    ].compactMap(\.self)
    return parts.isEmpty ? nil : "on \(path) paths \(parts.joined(separator: " and "))"
  }
}
