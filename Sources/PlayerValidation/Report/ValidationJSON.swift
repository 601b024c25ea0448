import PlayheadFiles
import PlayheadModel

/// The JSON report of a validation, schema `playhead.validation/1`.
package enum ValidationJSON {
  /// Its name and version.
  package static let schema = "playhead.validation/1"

  /// The report in UTF-8, with a newline at its end.
  package static func bytes(_ report: ValidationReport) -> [UInt8] {
    let comparison = report.comparison
    let measurement = report.measurement
    let profile = measurement.profile
    var printer = JSONPrinter(openLevels: 3)
    printer.print(
      .members([
        "schema": .string(schema),
        "player": .members([
          "name": .string(measurement.player.rawValue), "version": .string(measurement.version),
        ]),
        "cores": .integer(Int64(measurement.cores)),
        "media": media(measurement),
        "network": .object(
          ScenarioJSON.title(of: profile) + ScenarioJSON.transport(measurement.transport)
            + ScenarioJSON.course(of: profile)),
        "limitSeconds": .seconds(measurement.limit),
        "live": measurement.live.map { LiveEventJSON.value($0) } ?? .null,
        "policy": .string(report.policy),
        "agreement": agreement(comparison),
        "spread": report.spread.map(spread) ?? .null,
        "firstDifference": comparison.firstDifference.map(difference) ?? .null,
        "predicted": outline(comparison.predicted),
        "runs": .array(report.measurement.runs.map(outline)),
      ]))
    return printer.bytes + [UInt8(ascii: "\n")]
  }

  private static func media(_ measurement: PlayerMeasurement) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init(key: "path", value: .string(measurement.media)),
      .init(key: "bytes", value: .integer(measurement.mediaBytes)),
    ]
    if let ladder = measurement.ladder {
      members.append(.init(key: "ladder", value: LadderRecord.json(ladder)))
    }
    return .object(members)
  }

  private static func agreement(_ comparison: PlayerComparison) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init(key: "startup", value: .bool(comparison.startupAgrees)),
      .init(key: "stallCount", value: .bool(comparison.stallCountAgrees)),
      .init(key: "stallSeconds", value: .bool(comparison.stalledAgrees)),
      .init(key: "end", value: .bool(comparison.endAgrees)),
    ]
    if let levels = comparison.levels {
      members.append(
        .init(
          key: "levels",
          value: .members([
            "segments": .whole(levels.segments.count), "equal": .whole(levels.agreeing),
            "list": .array(
              levels.segments.map { segment in
                .members([
                  "lane": .whole(segment.lane), "segment": .whole(segment.segment),
                  "predicted": .whole(segment.predicted),
                  "real": .array(segment.real.map { .whole($0) }),
                ])
              }),
          ])))
    }
    if let live = comparison.live {
      members.append(
        .init(
          key: "live",
          value: .members([
            "latency": .bool(live.agrees),
            "predictedLatencySeconds": .array(live.predicted.map { .seconds($0) }),
            "latencySeconds": .array(live.real.map { .seconds($0) }),
            "predictedManifests": .whole(live.predictedManifests),
            "manifests": .array(live.manifests.map { .whole($0) }),
          ])))
    }
    return .object(members)
  }

  private static func spread(_ agreement: SpreadAgreement) -> JSONValue {
    .members([
      "count": .whole(agreement.spread.runs.count),
      "seed": .decimal("\(agreement.spread.seed)"),
      "startupWidthSeconds": .seconds(agreement.startupWidth),
      "startup": .bool(agreement.startup),
      "stallCount": .bool(agreement.stallCount),
      "stallSeconds": .bool(agreement.stalled),
      "segments": .whole(agreement.segments),
      "levels": .whole(agreement.levels),
    ])
  }

  private static func difference(_ difference: PlayerComparison.Difference) -> JSONValue {
    .members([
      "mechanism": .string(difference.mechanism.rawValue),
      "wallSeconds": .seconds(difference.time),
      "number": .whole(difference.number),
      "predictedSeconds": .seconds(difference.predicted),
      "realSeconds": .seconds(difference.real),
      "predictedOffsetBytes": .whole(difference.predictedOffset),
      "realOffsetBytes": .whole(difference.realOffset),
      "predictedName": .text(difference.predictedName),
      "realName": .text(difference.realName),
    ])
  }

  private static func live(_ live: LiveOutline) -> JSONValue {
    .members([
      "firstSecond": .integer(live.firstSecond),
      "latencySeconds": .array(live.latencies.map { .seconds($0) }),
      "rates": .array(
        live.rates.map { change in
          .members(["wallSeconds": .seconds(change.wallTime), "rate": .rate(change.rate)])
        }),
    ])
  }

  /// One playback.
  static func outline(_ outline: PlaybackOutline) -> JSONValue {
    let end =
      switch outline.end {
      case .ended: "ended"
      case .limit: "limit"
      case .other(let reason): reason
      }
    return .members([
      "startupSeconds": .seconds(outline.startup),
      "stallCount": .integer(Int64(outline.stalls.count)),
      "stallSeconds": .seconds(outline.stalled),
      "elapsedSeconds": .seconds(outline.elapsed),
      "endReason": .string(end),
      "stalls": .array(
        outline.stalls.enumerated().map { index, stall in
          .members([
            "number": .integer(Int64(index) + 1),
            "startSeconds": .seconds(stall.start),
            "mediaSeconds": .seconds(stall.mediaTime),
            "durationSeconds": .seconds(stall.duration),
            "reason": .text(stall.reason),
          ])
        }),
      "requests": .array(
        outline.requests.map { request in
          .object(
            (request.name.map { [.init(key: "name", value: .string($0))] } ?? [])
              + [
                .init(key: "offsetBytes", value: .integer(request.offset)),
                .init(key: "askedSeconds", value: .seconds(request.asked)),
                .init(key: "firstByteSeconds", value: .seconds(request.firstByte)),
                .init(key: "lastByteSeconds", value: .seconds(request.lastByte)),
                .init(key: "bytes", value: .integer(request.bytes)),
                .init(key: "droppedSeconds", value: .seconds(request.dropped)),
              ])
        }),
      "live": outline.live.map(live) ?? .null,
    ])
  }
}
