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
        "media": .members([
          "path": .string(measurement.media), "bytes": .integer(measurement.mediaBytes),
        ]),
        "network": .object(
          ScenarioJSON.title(of: profile) + ScenarioJSON.transport(measurement.transport)
            + ScenarioJSON.course(of: profile)),
        "limitSeconds": .seconds(measurement.limit),
        "policy": .string(report.policy),
        "agreement": .members([
          "startup": .bool(comparison.startupAgrees),
          "stallCount": .bool(comparison.stallCountAgrees),
          "stallSeconds": .bool(comparison.stalledAgrees),
        ]),
        "firstDifference": comparison.firstDifference.map(difference) ?? .null,
        "predicted": outline(comparison.predicted),
        "runs": .array(comparison.runs.map(outline)),
      ]))
    return printer.bytes + [UInt8(ascii: "\n")]
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
          .members([
            "offsetBytes": .integer(request.offset),
            "askedSeconds": .seconds(request.asked),
            "firstByteSeconds": .seconds(request.firstByte),
            "lastByteSeconds": .seconds(request.lastByte),
            "bytes": .integer(request.bytes),
            "droppedSeconds": .seconds(request.dropped),
          ])
        }),
    ])
  }
}
