/// The JSON report of an overview, schema `playhead.overview/1`.
///
/// Seconds carry `Seconds`, rates `BitsPerSecond`; numbers are exact; what does not exist is null.
public enum OverviewJSON {
  /// The report in UTF-8, with a newline at its end.
  public static func bytes(_ report: OverviewReport) -> [UInt8] {
    var printer = JSONPrinter(openLevels: 2)
    printer.print(
      .members([
        "schema": .string("playhead.overview/1"),
        "media": SessionJSON.media(report.media),
        "tcp": .string(report.transport.name),
        "player": PlayerJSON.value(report.policy),
        "networks": .array(report.overview.networks.map(network)),
        "leastRate": leastRate(report.overview.leastRate),
      ]))
    return printer.bytes + [UInt8(ascii: "\n")]
  }

  private static func network(_ network: Overview.Network) -> JSONValue {
    .members([
      "name": .string(network.preset.name),
      "title": .string(network.preset.title),
      "rateBitsPerSecond": .rate(network.rate),
      "latencySeconds": .seconds(network.latency),
      "summary": .object(SessionJSON.summary(network.summary)),
    ])
  }

  private static func leastRate(_ least: LeastRate) -> JSONValue {
    guard let rate = least.rate else { return .null }
    return .members([
      "rateBitsPerSecond": .rate(rate),
      "latencySeconds": .seconds(least.latency),
      "startupSeconds": .seconds(least.summary.startup),
      "lowerRateBitsPerSecond": .rate(least.lowerRate),
    ])
  }
}
