import PlayheadAnalysis
import PlayheadFiles
import PlayheadLadder
import PlayheadModel

/// The requirements of a ladder in JSON, schema `playhead.requirements/2`.
enum LadderRequirementsJSON {
  /// The document in UTF-8, with a newline at its end.
  static func bytes(_ report: LadderRequirementsReport) -> [UInt8] {
    var printer = JSONPrinter(openLevels: 2)
    printer.print(
      .members([
        "schema": .string("playhead.requirements/2"),
        "media": MediaJSON.value(report.media),
        "player": .string(report.player.name),
        "rule": .string(report.rule),
        "startupSeconds": .seconds(report.startup),
        "latencySeconds": .seconds(report.latency),
        "network": report.link.map {
          SessionJSON.network(
            $0.profile, by: report.transport,
            asked: report.network ?? GivenNetwork(profile: $0.profile))
        } ?? .null,
        "levels": .array(report.levels.map(level)),
        "minimumRate": report.search.map(OverviewJSON.minimumRate) ?? .null,
      ]))
    return printer.bytes + [UInt8(ascii: "\n")]
  }

  private static func level(_ level: LevelRequirements) -> JSONValue {
    .members([
      "level": .whole(level.level),
      "audioLevel": .whole(level.audioLevel),
      "bytes": .whole(level.isKnown ? level.bytes : nil),
      "requestCount": .whole(level.isKnown ? level.requestCount : nil),
      "minimumRateBitsPerSecond": .rate(level.isKnown ? level.minimumRate.rate : nil),
      "minimumStartupSeconds": .seconds(level.isKnown ? level.startup?.delay : nil),
    ])
  }
}

/// The requirements of a ladder as CSV (RFC 4180): a record for each level.
enum LadderRequirementsCSV {
  /// The records in UTF-8, a header before them, each with CRLF at its end; a value that does not
  /// exist is an empty field.
  static func bytes(_ report: LadderRequirementsReport) -> [UInt8] {
    var writer = CSVWriter()
    writer.write([
      "level", "name", "declaredBitsPerSecond", "bytes", "requests", "startupSeconds",
      "minimumBitsPerSecond", "minimumStartupSeconds",
    ])
    for level in report.levels {
      let own = report.media.ladder.lanes[0].levels[level.level]
      let figures = [
        String(level.bytes), String(level.requestCount), report.startup.secondsText,
        level.minimumRate.rate.map { String($0.bitsPerSecond) } ?? "",
        level.startup?.delay?.secondsText ?? "",
      ]
      let unknown = ["", "", report.startup.secondsText, "", ""]
      writer.write(
        [String(level.level), own.name, String(own.bitRate.bitsPerSecond)]
          + (level.isKnown ? figures : unknown))
    }
    return writer.bytes
  }
}
