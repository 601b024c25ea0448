import PlayheadAnalysis
import PlayheadFiles
import PlayheadModel

/// The JSON report of requirements, schema `playhead.requirements/2`.
///
/// Seconds carry `Seconds`, rates `BitsPerSecond`, sizes `Bytes`; numbers are exact; what does not
/// exist is null.
enum RequirementsJSON {
  /// The report in UTF-8, with a newline at its end.
  static func bytes(_ report: RequirementsReport) -> [UInt8] {
    let (setting, requirements) = (report.setting, report.requirements)
    var printer = JSONPrinter(openLevels: 3)
    printer.print(
      .members([
        "schema": .string("playhead.requirements/2"),
        "media": MediaJSON.value(setting.media),
        "network": network(setting),
        "tracks": setting.tracks.map { .array($0.map { .whole($0) }) } ?? .null,
        "startupSeconds": .seconds(setting.startup),
        "latencySeconds": .seconds(setting.latency),
        "minimumStartup": requirements.network.map(startup) ?? .null,
        "minimumRate": rate(requirements),
        "encoding": encoding(requirements.encoding),
        "curve": curve(requirements.curve),
        "leakyBuckets": .array(requirements.buckets.map(bucket)),
      ]))
    return printer.bytes + [UInt8(ascii: "\n")]
  }

  private static func network(_ setting: RequirementsSetting) -> JSONValue {
    guard let link = setting.link else { return .null }
    return SessionJSON.network(
      link.profile, by: setting.transport,
      asked: setting.network ?? GivenNetwork(profile: link.profile))
  }

  private static func startup(_ network: Requirements.OnNetwork) -> JSONValue {
    .members([
      "startupSeconds": .seconds(network.startup.delay),
      "arrivalSeconds": .seconds(network.startup.arrival),
      "frame": frame(network.startup.frame),
      "buffer": buffer(network.buffer),
    ])
  }

  private static func rate(_ requirements: Requirements) -> JSONValue {
    let bound = requirements.rate
    return .members([
      "rateBitsPerSecond": .rate(bound.rate),
      "dueSeconds": .seconds(bound.frame.map { bound.startup + .playing($0.mediaTime) }),
      "frame": frame(bound.frame),
      "buffer": buffer(requirements.buffer),
    ])
  }

  private static func encoding(_ bound: EncodingBound?) -> JSONValue {
    guard let bound else { return .null }
    return .members([
      "track": .whole(bound.track),
      "meanBitsPerSecond": .rate(bound.meanRate),
      "highestMeanBitsPerSecond": .rate(bound.highestMeanRate),
      "maximumBitsPerSecond": .rate(bound.bucket?.rate),
      "bucketBits": bound.bucket.map { .integer($0.bits) } ?? .null,
    ])
  }

  private static func curve(_ curve: RateCurve) -> JSONValue {
    .members([
      "limitSeconds": .seconds(curve.limit),
      "frame": frame(curve.firstFrame),
      "corners": .array(
        curve.corners.map { corner in
          .members([
            "startupSeconds": .seconds(corner.startup),
            "rateBitsPerSecond": .rate(corner.rate),
            "frame": frame(corner.frame),
          ])
        }),
    ])
  }

  private static func frame(_ frame: NeededFrame?) -> JSONValue {
    guard let frame else { return .null }
    return .members([
      "mediaSeconds": .seconds(frame.mediaTime),
      "endOffsetBytes": .integer(frame.endOffset),
      "downloadedBytes": .integer(frame.downloadedBytes),
      "requestCount": .whole(frame.requestCount),
    ])
  }

  private static func buffer(_ buffer: BufferBound?) -> JSONValue {
    guard let buffer else { return .null }
    return .members([
      "bufferSeconds": .seconds(buffer.level),
      "bufferAtSeconds": .seconds(buffer.levelTime),
      "bufferBytes": .integer(buffer.bytes),
      "bufferBytesAtSeconds": .seconds(buffer.bytesTime),
    ])
  }

  private static func bucket(_ bucket: LeakyBucket) -> JSONValue {
    .members([
      "track": .whole(bucket.track),
      "bytes": .integer(bucket.bytes),
      "spanSeconds": .seconds(bucket.span),
      "meanBitsPerSecond": .rate(bucket.meanRate),
      "largestFrameBytes": .integer(bucket.pair(at: .bound).size),
      "pairs": .array(
        bucket.corners.map { pair in
          .members([
            "rateBitsPerSecond": .rate(pair.rate),
            "sizeBytes": .integer(pair.size),
            "fullnessBytes": .integer(pair.fullness),
          ])
        }),
    ])
  }
}
