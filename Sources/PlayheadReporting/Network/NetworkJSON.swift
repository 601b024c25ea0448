import PlayheadAnalysis
import PlayheadFiles
import PlayheadModel

/// The JSON report of one network, schema `playhead.network/1`.
///
/// Seconds carry `Seconds`, rates `BitsPerSecond`; numbers are exact; what does not exist is null.
package enum NetworkJSON {
  /// The report in UTF-8, with a newline at its end.
  package static func bytes(_ report: NetworkReport) -> [UInt8] {
    let profile = report.profile
    var printer = JSONPrinter(openLevels: 2)
    printer.print(
      [
        "schema": .string("playhead.network/1"),
        "name": .string(profile.name),
        "preset": report.preset.map(PresetJSON.preset) ?? .null,
        "notes": .array(profile.notes.map { .string($0) }),
        "afterwards": .string(profile.afterwards.name),
        "jitter": ScenarioJSON.jitter(profile.jitter),
        "statistics": statistics(report.statistics),
      ], name: "intervals", intervals(profile))
    return printer.bytes + [UInt8(ascii: "\n")]
  }

  private static func statistics(_ statistics: NetworkStatistics) -> JSONValue {
    .members([
      "lengthSeconds": .seconds(statistics.length > .zero ? statistics.length : nil),
      "windowSeconds": .seconds(statistics.window),
      "meanBitsPerSecond": .rate(statistics.mean),
      "medianBitsPerSecond": .rate(statistics.median),
      "minimumBitsPerSecond": .rate(statistics.minimum),
      "maximumBitsPerSecond": .rate(statistics.maximum),
      "zeroShare": .ratio(statistics.zeroShare),
      "minimumLatencySeconds": .seconds(statistics.minimumLatency),
      "maximumLatencySeconds": .seconds(statistics.maximumLatency),
    ])
  }

  private static func intervals(_ profile: BandwidthProfile) -> some Sequence<JSONValue> {
    let held = profile.afterwards == .holdsLast ? profile.intervals.count - 1 : nil
    return sequence(state: (number: 0, start: WallTime.zero)) { state -> JSONValue? in
      guard state.number < profile.intervals.count else { return nil }
      let interval = profile.intervals[state.number]
      defer { state = (state.number + 1, state.start + interval.duration) }
      return .members([
        "startSeconds": .seconds(state.start),
        "durationSeconds": .seconds(state.number == held ? nil : interval.duration),
        "rateBitsPerSecond": .rate(interval.rate),
        "latencySeconds": .seconds(interval.latency),
        "isExpensive": .bool(interval.path.contains(.expensive)),
        "isConstrained": .bool(interval.path.contains(.constrained)),
      ])
    }
  }
}
