/// The JSON report of one network, schema `playhead.network/1`.
///
/// Seconds carry `Seconds`, rates `BitsPerSecond`; numbers are exact; what does not exist is null.
public enum NetworkJSON {
  /// The report in UTF-8, with a newline at its end.
  public static func bytes(_ report: NetworkReport) -> [UInt8] {
    let profile = report.profile
    var printer = JSONPrinter(openLevels: 2)
    printer.print(
      .members([
        "schema": .string("playhead.network/1"),
        "name": .string(profile.name),
        "preset": report.preset.map(PresetJSON.preset) ?? .null,
        "notes": .array(profile.notes.map { .string($0) }),
        "afterwards": .string(profile.afterwards == .repeats ? "repeats" : "holdsLast"),
        "jitter": jitter(profile.jitter),
        "statistics": statistics(report.statistics),
        "intervals": intervals(profile.intervals),
      ]))
    return printer.bytes + [UInt8(ascii: "\n")]
  }

  private static func jitter(_ jitter: LatencyJitter?) -> JSONValue {
    guard let jitter else { return .null }
    // A seed can be larger than the integers that our JSON has elsewhere.
    return .members([
      "magnitudeSeconds": .seconds(jitter.magnitude), "seed": .decimal(String(jitter.seed)),
    ])
  }

  private static func statistics(_ statistics: NetworkStatistics) -> JSONValue {
    .members([
      "lengthSeconds": .seconds(statistics.length),
      "meanBitsPerSecond": .rate(statistics.mean),
      "medianBitsPerSecond": .rate(statistics.median),
      "minimumBitsPerSecond": .rate(statistics.minimum),
      "maximumBitsPerSecond": .rate(statistics.maximum),
      "zeroShare": .ratio(statistics.zeroShare),
      "minimumLatencySeconds": .seconds(statistics.minimumLatency),
      "maximumLatencySeconds": .seconds(statistics.maximumLatency),
    ])
  }

  private static func intervals(_ intervals: [BandwidthProfile.Interval]) -> JSONValue {
    var start = MediaTime.zero
    return .array(
      intervals.map { interval in
        defer { start += interval.duration }
        return .members([
          "startSeconds": .seconds(start),
          "durationSeconds": .seconds(interval.duration),
          "rateBitsPerSecond": .rate(interval.rate),
          "latencySeconds": .seconds(interval.latency),
        ])
      })
  }
}
