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
  /// ``BufferingPolicy/Parameters/loadedOver``, one of its names.
  case loadedOver
  /// ``BufferingPolicy/Parameters/backBuffer``, a time.
  case backBuffer
  /// ``BufferingPolicy/Parameters/loadGranularity``, in bytes.
  case loadGranularity
  /// ``BufferingPolicy/Parameters/keepUp``, the name of a rule.
  case keepUp
  /// ``ThroughputEstimation/fastHalfLife``, a time.
  case fastHalfLife
  /// ``ThroughputEstimation/slowHalfLife``, a time.
  case slowHalfLife
  /// ``ThroughputEstimation/sampleBytes``, in bytes.
  case sampleBytes
  /// ``BufferingPolicy/Parameters/automaticallyWaitsToMinimizeStalling``, true or false.
  case automaticallyWaitsToMinimizeStalling
  /// ``PathLimits/forwardBuffer`` on an expensive path, a time.
  case expensiveBuffer
  /// ``PathLimits/peakBitRate`` on an expensive path, a rate.
  case expensiveRate
  /// ``PathLimits/forwardBuffer`` on a constrained path, a time.
  case constrainedBuffer
  /// ``PathLimits/peakBitRate`` on a constrained path, a rate.
  case constrainedRate
  /// ``BufferingPolicy/Parameters/readOrder``, one of its names.
  case readOrder
  /// ``BufferingPolicy/Parameters/readThrough``, in bytes.
  case readThrough
  /// ``BufferingPolicy/Parameters/blockBytes``, in bytes.
  case blockBytes
  /// ``BufferingPolicy/Parameters/parallelRequests``, a number.
  case parallelRequests
  /// ``BufferingPolicy/Parameters/seekBack``, in bytes.
  case seekBack

  /// The field's row in the table of all fields, in whose order files and reports have them.
  ///
  /// Whatever reads, checks, writes or describes a policy's values goes by it. Defaults are those of
  /// ``BufferingPolicy/Parameters``.
  package var row: PolicyRow {
    switch self {
    case .startupBuffer: PolicyRow(\.startupThreshold)
    case .resumeBuffer: PolicyRow(\.resumeThreshold, atMost: .resumeGrowthLimit)
    case .afterSeekBuffer: PolicyRow(\.afterSeekThreshold, fact: "after a seek at %")
    case .resumeGrowthFactor:
      PolicyRow(\.growth.factor, in: .resumeGrowth, "factor", required: "2")
    case .resumeGrowthLimit:
      PolicyRow(\.growth.limit, in: .resumeGrowth, "limit", required: "30s")
    case .highWatermark: PolicyRow(\.highWatermark, isPositive: true, mayBeUnlimited: true)
    case .lowWatermark: PolicyRow(\.lowWatermark, atMost: .highWatermark, needsLimit: true)
    case .highWatermarkBytes:
      PolicyRow(\.highWatermarkBytes, isPositive: true, mayBeUnlimited: true, atMost: .byteCap)
    case .lowWatermarkBytes:
      PolicyRow(\.lowWatermarkBytes, atMost: .highWatermarkBytes, needsLimit: true)
    case .watermarks: PolicyRow(\.watermarkCombination)
    case .byteCap:
      PolicyRow(\.byteCap, isPositive: true, mayBeUnlimited: true, fact: "buffer capacity %")
    case .loadedOver: PolicyRow(\.loadedOver, isLater: true, fact: "media loaded over %")
    case .backBuffer: PolicyRow(\.backBuffer, mayBeUnlimited: true, fact: "back buffer %")
    case .loadGranularity:
      PolicyRow(\.loadGranularity, isPositive: true, fact: "checks whether to stop every %")
    case .keepUp: PolicyRow(\.keepUp)
    case .fastHalfLife:
      PolicyRow(
        \.estimation.fastHalfLife, in: .predictedRate, isPositive: true, atMost: .slowHalfLife)
    case .slowHalfLife: PolicyRow(\.estimation.slowHalfLife, in: .predictedRate, isPositive: true)
    case .sampleBytes: PolicyRow(\.estimation.sampleBytes, in: .predictedRate, isPositive: true)
    case .automaticallyWaitsToMinimizeStalling: PolicyRow(\.automaticallyWaitsToMinimizeStalling)
    case .expensiveBuffer:
      PolicyRow(\.expensive.forwardBuffer, in: .expensive, "buffer", isPositive: true)
    case .expensiveRate: PolicyRow(\.expensive.peakBitRate, in: .expensive, "rate")
    case .constrainedBuffer:
      PolicyRow(\.constrained.forwardBuffer, in: .constrained, "buffer", isPositive: true)
    case .constrainedRate: PolicyRow(\.constrained.peakBitRate, in: .constrained, "rate")
    case .readOrder: PolicyRow(\.readOrder, isLater: true, fact: "reads in % order")
    case .readThrough: PolicyRow(\.readThrough, fact: "reads through gaps up to %")
    case .blockBytes:
      PolicyRow(\.blockBytes, isPositive: true, isLater: true, fact: "reads in blocks of %")
    case .parallelRequests:
      PolicyRow(
        \.parallelRequests, isPositive: true, isLater: true, fact: "up to % requests open")
    case .seekBack:
      PolicyRow(\.seekBack, mayBeUnlimited: true, isLater: true, fact: "goes back up to %")
    }
  }

  /// The key within the mapping that holds the field.
  package var ownKey: String { row.ownKey ?? rawValue }

  /// The full key in a file: `resumeGrowth.limit`.
  public var key: String { row.group.map { "\($0.key).\(ownKey)" } ?? rawValue }

  /// The key in JSON, within the object that holds the field: that of a file with the unit behind it.
  package var jsonKey: String {
    let unit = row.unit.jsonSuffix
    return ownKey.hasSuffix(unit) ? ownKey : ownKey + unit
  }
}

extension BufferingPolicy.Parameters {
  /// The value of `field` in whole units; `nil` if it is not set.
  package func value(of field: PolicyField) -> Int64? {
    let row = field.row
    return row.group?.isSet(in: self) ?? true ? row.value(self) : nil
  }

  /// Sets `field` to a value in whole units; `nil` leaves one that always has a value as it is.
  package mutating func set(_ field: PolicyField, to value: Int64?) {
    field.row.set(&self, value)
  }

  /// The value of `field` as exact text: `2 s`, `64 KiB`; `nil` if it is not set.
  public func text(of field: PolicyField) -> String? {
    value(of: field).map(field.row.unit.text)
  }

  /// The growth of the resume threshold; without any, what is neutral.
  fileprivate var growth: ResumeGrowth {
    get { resumeGrowth ?? ResumeGrowth(factor: .one, limit: resumeThreshold) }
    set { resumeGrowth = newValue }
  }

  /// The throughput estimation; for a rule that has none, the default.
  fileprivate var estimation: ThroughputEstimation {
    get { keepUp.estimation ?? ThroughputEstimation() }
    set { keepUp = .predictedRate(newValue) }
  }
}
