package import PlayheadModel

/// The player of a JSON report: all values of its policy, by their keys in a policy file with the
/// units behind them; what is not set is null.
package enum PlayerJSON {
  package static func value(_ policy: BufferingPolicy) -> JSONValue {
    let parameters = policy.parameters
    return .members([
      "name": .string(policy.name),
      "startupBufferSeconds": .seconds(parameters.startupThreshold),
      "resumeBufferSeconds": .seconds(parameters.resumeThreshold),
      "afterSeekBufferSeconds": .seconds(parameters.afterSeekThreshold),
      "resumeGrowth": parameters.resumeGrowth.map(growth) ?? .null,
      "highWatermarkSeconds": .seconds(parameters.highWatermark),
      // What holds where it is not set is told, as it is no plain number.
      "lowWatermarkSeconds": .seconds(
        parameters.highWatermark == nil ? nil : policy.lowWatermark),
      "highWatermarkBytes": .whole(parameters.highWatermarkBytes),
      "lowWatermarkBytes": .whole(policy.lowWatermarkBytes),
      "watermarks": .string(parameters.watermarkCombination.rawValue),
      "byteCapBytes": .whole(parameters.byteCap),
      "backBufferSeconds": .seconds(parameters.backBuffer),
      "loadGranularityBytes": .whole(parameters.loadGranularity),
      "keepUp": .string(parameters.keepUp.name),
      "predictedRate": parameters.keepUp.estimation.map(estimation) ?? .null,
      "automaticallyWaitsToMinimizeStalling": .bool(
        parameters.automaticallyWaitsToMinimizeStalling),
      "expensive": limits(parameters.expensive),
      "constrained": limits(parameters.constrained),
      "readThroughBytes": .integer(parameters.readThrough),
    ])
  }

  private static func growth(_ growth: ResumeGrowth) -> JSONValue {
    .members(["factor": .ratio(growth.factor), "limitSeconds": .seconds(growth.limit)])
  }

  private static func estimation(_ estimation: ThroughputEstimation) -> JSONValue {
    .members([
      "fastHalfLifeSeconds": .seconds(estimation.fastHalfLife),
      "slowHalfLifeSeconds": .seconds(estimation.slowHalfLife),
      "sampleBytes": .integer(estimation.sampleBytes),
    ])
  }

  private static func limits(_ limits: PathLimits) -> JSONValue {
    .members([
      "bufferSeconds": .seconds(limits.forwardBuffer),
      "rateBitsPerSecond": .rate(limits.peakBitRate),
    ])
  }
}
