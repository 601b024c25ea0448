import PlayheadAnalysis
import PlayheadFiles

/// The JSON report of an overview, schema `playhead.overview/2`.
///
/// Seconds carry `Seconds`, rates `BitsPerSecond`; numbers are exact; what does not exist is null.
package enum OverviewJSON {
  /// The report in UTF-8, with a newline at its end.
  package static func bytes(_ report: OverviewReport) -> [UInt8] {
    let setting = report.setting
    var printer = JSONPrinter(openLevels: 2)
    printer.print(
      .members([
        "schema": .string("playhead.overview/2"),
        "generator": setting.generator.map(SessionJSON.generator) ?? .null,
        "media": MediaJSON.value(setting.subject),
        "tcp": .string(setting.scenario.transport.name),
        "player": SessionJSON.player(setting.subject),
        "run": SessionJSON.run(setting),
        "startupLimitSeconds": .seconds(report.overview.startupLimit),
        "networks": .array(report.overview.networks.map(network)),
        "minimumRate": minimumRate(report.overview.minimumRate),
      ]))
    return printer.bytes + [UInt8(ascii: "\n")]
  }

  /// How it played over a network, with the figures of adaptation if it was a ladder.
  static func network(_ network: Overview.Network) -> JSONValue {
    let members: KeyValuePairs<String, JSONValue> = [
      "name": .string(network.preset.title),
      "given": .members(["text": .string(network.preset.name)]),
      "rateBitsPerSecond": .rate(network.rate),
      "latencySeconds": .seconds(network.latency),
      "verdict": .string(network.verdict.rawValue),
      "summary": .object(SessionJSON.summary(network.summary)),
    ]
    let adaptation = network.summary.adaptation.map {
      JSONValue.Member(key: "adaptation", value: AdaptationJSON.summary($0))
    }
    return .object(
      members.map { .init(key: $0.key, value: $0.value) } + [adaptation].compactMap(\.self))
  }

  /// The minimum rate; null if none is enough.
  static func minimumRate(_ minimum: MinimumRate) -> JSONValue {
    guard let rate = minimum.rate, let evidence = minimum.evidence else { return .null }
    return .members([
      "rateBitsPerSecond": .rate(rate),
      "latencySeconds": .seconds(minimum.latency),
      "startupSeconds": .seconds(minimum.summary.startup),
      "verdictBelow": minimum.summaryBelow.map {
        .string($0.verdict(startupLimit: minimum.startupLimit).rawValue)
      } ?? .null,
      "isProven": .bool(evidence == .proof),
      "verified": verified(evidence),
      "lowerRateBitsPerSecond": .rate(minimum.lowerRate),
    ])
  }

  private static func verified(_ evidence: MinimumRate.Evidence) -> JSONValue {
    guard case .rates(let count, let highest) = evidence else { return .null }
    return .members([
      "rateCount": .integer(Int64(count)), "highestRateBitsPerSecond": .rate(highest),
    ])
  }
}
