package import PlayheadModel

/// Reads what ``PlayerJSON`` wrote of a player.
package enum PlayerReading {
  private enum Rule: String, CaseIterable {
    case threshold, predictedRate
  }

  package static func policy(_ reader: JSONReader) throws(JSONError) -> BufferingPolicy {
    var parameters = BufferingPolicy.Parameters()
    parameters.name = try reader.member("name").string()
    parameters.startupThreshold = try reader.member("startupBufferSeconds").seconds()
    parameters.resumeThreshold = try reader.member("resumeBufferSeconds").seconds()
    parameters.afterSeekThreshold = try seconds(reader, "afterSeekBufferSeconds")
    parameters.resumeGrowth = try reader.optional("resumeGrowth") { growth throws(JSONError) in
      ResumeGrowth(
        factor: try growth.member("factor").ratio(),
        limit: try growth.member("limitSeconds").seconds())
    }
    parameters.highWatermark = try seconds(reader, "highWatermarkSeconds")
    parameters.lowWatermark = try seconds(reader, "lowWatermarkSeconds")
    parameters.highWatermarkBytes = try bytes(reader, "highWatermarkBytes")
    parameters.lowWatermarkBytes = try bytes(reader, "lowWatermarkBytes")
    parameters.watermarkCombination = try reader.member("watermarks")
      .choice(of: WatermarkCombination.self)
    parameters.byteCap = try bytes(reader, "byteCapBytes")
    parameters.backBuffer = try seconds(reader, "backBufferSeconds")
    parameters.loadGranularity = try bytes(reader, "loadGranularityBytes")
    parameters.keepUp = try keepUp(reader)
    parameters.automaticallyWaitsToMinimizeStalling = try reader.member(
      "automaticallyWaitsToMinimizeStalling"
    ).bool()
    parameters.expensive = try limits(try reader.member("expensive"))
    parameters.constrained = try limits(try reader.member("constrained"))
    parameters.readThrough = try reader.member("readThroughBytes").bytes()
    return try policy(parameters, reader)
  }

  /// A low watermark is written whether it was set or not; one that follows from the high one counts
  /// as not set, so that it follows another high one too.
  private static func policy(
    _ written: BufferingPolicy.Parameters, _ reader: JSONReader
  ) throws(JSONError) -> BufferingPolicy {
    var parameters = written
    if let high = written.highWatermark,
      written.lowWatermark == BufferingPolicy.lowWatermark(under: high)
    {
      parameters.lowWatermark = nil
    }
    if written.lowWatermarkBytes == written.highWatermarkBytes {
      parameters.lowWatermarkBytes = nil
    }
    do throws(PolicyError) {
      return try BufferingPolicy(parameters)
    } catch {
      throw reader.refusal(error.description)
    }
  }

  private static func keepUp(_ reader: JSONReader) throws(JSONError) -> KeepUpRule {
    switch try reader.member("keepUp").choice(of: Rule.self) {
    case .threshold:
      let estimation = try reader.member("predictedRate")
      guard case .null = estimation.node.content else {
        throw estimation.refusal("expected null, as keepUp is threshold")
      }
      return .threshold
    case .predictedRate:
      let estimation = try reader.member("predictedRate")
      return .predictedRate(
        ThroughputEstimation(
          fastHalfLife: try estimation.member("fastHalfLifeSeconds").seconds(),
          slowHalfLife: try estimation.member("slowHalfLifeSeconds").seconds(),
          sampleBytes: try estimation.member("sampleBytes").bytes()))
    }
  }

  private static func limits(_ reader: JSONReader) throws(JSONError) -> PathLimits {
    PathLimits(
      forwardBuffer: try seconds(reader, "bufferSeconds"),
      peakBitRate: try reader.optional("rateBitsPerSecond") { value throws(JSONError) in
        try value.rate()
      })
  }

  private static func seconds(
    _ reader: JSONReader, _ key: String
  ) throws(JSONError) -> MediaTime? {
    try reader.optional(key) { value throws(JSONError) in try value.seconds() }
  }

  private static func bytes(_ reader: JSONReader, _ key: String) throws(JSONError) -> Int64? {
    try reader.optional(key) { value throws(JSONError) in try value.bytes() }
  }
}
