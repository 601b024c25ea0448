/// A value of a policy.
public enum PolicyField: String, Hashable, Sendable, CaseIterable {
  /// ``BufferingPolicy/Parameters/startupThreshold``, a time.
  case startupBuffer
  /// ``BufferingPolicy/Parameters/resumeThreshold``, a time.
  case resumeBuffer
  /// ``BufferingPolicy/Parameters/afterSeekThreshold``, a time.
  case afterSeekBuffer
  /// ``ResumeGrowth/factor``, a ratio.
  case resumeGrowthFactor
  /// ``ResumeGrowth/limit``, a time.
  case resumeGrowthLimit
  /// ``BufferingPolicy/Parameters/highWatermark``, a time.
  case highWatermark
  /// ``BufferingPolicy/Parameters/lowWatermark``, a time.
  case lowWatermark
  /// ``BufferingPolicy/Parameters/highWatermarkBytes``, in bytes.
  case highWatermarkBytes
  /// ``BufferingPolicy/Parameters/lowWatermarkBytes``, in bytes.
  case lowWatermarkBytes
  /// ``BufferingPolicy/Parameters/watermarkCombination``, one of its names.
  case watermarks
  /// ``BufferingPolicy/Parameters/byteCap``, in bytes.
  case byteCap
  /// ``BufferingPolicy/Parameters/backBuffer``, a time.
  case backBuffer
  /// ``BufferingPolicy/Parameters/loadGranularity``, in bytes.
  case loadGranularity
  /// ``ThroughputEstimation/fastHalfLife``, a time.
  case fastHalfLife
  /// ``ThroughputEstimation/slowHalfLife``, a time.
  case slowHalfLife
  /// ``ThroughputEstimation/sampleBytes``, in bytes.
  case sampleBytes
  /// ``PathLimits/forwardBuffer`` on an expensive path, a time.
  case expensiveBuffer
  /// ``PathLimits/forwardBuffer`` on a constrained path, a time.
  case constrainedBuffer
  /// ``BufferingPolicy/Parameters/readThrough``, in bytes.
  case readThrough

  /// The full key in a file: `resumeGrowth.limit`.
  public var key: String {
    switch self {
    case .resumeGrowthFactor: "resumeGrowth.factor"
    case .resumeGrowthLimit: "resumeGrowth.limit"
    case .fastHalfLife, .slowHalfLife, .sampleBytes: "keepUp.predictedRate.\(rawValue)"
    case .expensiveBuffer: "expensive.buffer"
    case .constrainedBuffer: "constrained.buffer"
    default: rawValue
    }
  }
}

extension BufferingPolicy.Parameters {
  /// The value of `field` as exact text: `2 s`, `64 KiB`; `nil` if it is not set.
  public func text(of field: PolicyField) -> String? {
    let estimation = keepUp.estimation
    return switch field {
    case .startupBuffer: startupThreshold.text
    case .resumeBuffer: resumeThreshold.text
    case .afterSeekBuffer: afterSeekThreshold?.text
    case .resumeGrowthFactor: resumeGrowth?.factor.text
    case .resumeGrowthLimit: resumeGrowth?.limit.text
    case .highWatermark: highWatermark?.text
    case .lowWatermark: lowWatermark?.text
    case .highWatermarkBytes: highWatermarkBytes.map(exactByteText)
    case .lowWatermarkBytes: lowWatermarkBytes.map(exactByteText)
    case .watermarks: watermarkCombination.rawValue
    case .byteCap: byteCap.map(exactByteText)
    case .backBuffer: backBuffer?.text
    case .loadGranularity: loadGranularity.map(exactByteText)
    case .fastHalfLife: estimation?.fastHalfLife.text
    case .slowHalfLife: estimation?.slowHalfLife.text
    case .sampleBytes: estimation.map { exactByteText($0.sampleBytes) }
    case .expensiveBuffer: expensive.forwardBuffer?.text
    case .constrainedBuffer: constrained.forwardBuffer?.text
    case .readThrough: exactByteText(readThrough)
    }
  }
}
