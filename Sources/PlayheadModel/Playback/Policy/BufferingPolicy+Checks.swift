extension BufferingPolicy.Parameters {
  /// Every error in the values: first those of single values, then conflicts between them.
  public var mistakes: [PolicyError] {
    signMistakes + zeroMistakes + orderMistakes + growthMistakes + missing
  }

  private var estimation: ThroughputEstimation? { keepUp.estimation }

  private var signMistakes: [PolicyError] {
    let times: KeyValuePairs<PolicyField, MediaTime?> = [
      .startupBuffer: startupThreshold, .resumeBuffer: resumeThreshold,
      .afterSeekBuffer: afterSeekThreshold, .resumeGrowthLimit: resumeGrowth?.limit,
      .highWatermark: highWatermark, .lowWatermark: lowWatermark, .backBuffer: backBuffer,
      .expensiveBuffer: expensive.forwardBuffer, .constrainedBuffer: constrained.forwardBuffer,
      .fastHalfLife: estimation?.fastHalfLife, .slowHalfLife: estimation?.slowHalfLife,
    ]
    let counts: KeyValuePairs<PolicyField, Int64?> = [
      .highWatermarkBytes: highWatermarkBytes, .lowWatermarkBytes: lowWatermarkBytes,
      .byteCap: byteCap, .loadGranularity: loadGranularity, .sampleBytes: estimation?.sampleBytes,
      .readThrough: readThrough,
    ]
    return times.filter { $0.value ?? .zero < .zero }.map { .negative($0.key) }
      + counts.filter { $0.value ?? 0 < 0 }.map { .negative($0.key) }
  }

  private var zeroMistakes: [PolicyError] {
    let times: KeyValuePairs<PolicyField, MediaTime?> = [
      .highWatermark: highWatermark, .expensiveBuffer: expensive.forwardBuffer,
      .constrainedBuffer: constrained.forwardBuffer, .fastHalfLife: estimation?.fastHalfLife,
      .slowHalfLife: estimation?.slowHalfLife,
    ]
    let counts: KeyValuePairs<PolicyField, Int64?> = [
      .highWatermarkBytes: highWatermarkBytes, .byteCap: byteCap,
      .loadGranularity: loadGranularity, .sampleBytes: estimation?.sampleBytes,
    ]
    return times.filter { $0.value == .zero }.map { .zero($0.key) }
      + counts.filter { $0.value == 0 }.map { .zero($0.key) }
  }

  private var orderMistakes: [PolicyError] {
    func above<Value: Comparable>(
      _ low: Value?, _ lowField: PolicyField, _ high: Value?, _ highField: PolicyField
    ) -> PolicyError? {
      guard let low, let high, low > high else { return nil }
      return .above(lowField, limit: highField)
    }
    return [
      above(lowWatermark, .lowWatermark, highWatermark, .highWatermark),
      above(lowWatermarkBytes, .lowWatermarkBytes, highWatermarkBytes, .highWatermarkBytes),
      above(highWatermarkBytes, .highWatermarkBytes, byteCap, .byteCap),
      resumeGrowth.flatMap {
        above(resumeThreshold, .resumeBuffer, $0.limit, .resumeGrowthLimit)
      },
      estimation.flatMap {
        above($0.fastHalfLife, .fastHalfLife, $0.slowHalfLife, .slowHalfLife)
      },
    ].compactMap(\.self)
  }

  private var growthMistakes: [PolicyError] {
    guard let resumeGrowth, resumeGrowth.factor.millionths < 1_000_000 else { return [] }
    return [.shrinking(.resumeGrowthFactor)]
  }

  private var missing: [PolicyError] {
    var missing: [PolicyError] = []
    if lowWatermarkBytes != nil, highWatermarkBytes == nil {
      missing.append(.missing(.highWatermarkBytes, neededBy: .lowWatermarkBytes))
    }
    if lowWatermark != nil, highWatermark == nil {
      missing.append(.missing(.highWatermark, neededBy: .lowWatermark))
    }
    if watermarkCombination == .all, highWatermark == nil {
      missing.append(.missing(.highWatermark, neededBy: .watermarks))
    }
    if watermarkCombination == .all, highWatermarkBytes == nil {
      missing.append(.missing(.highWatermarkBytes, neededBy: .watermarks))
    }
    return missing
  }
}
