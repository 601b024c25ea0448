package import PlayheadKit

/// Reads the measurement in a report of schema `playhead.validation/1`.
package enum MeasurementReading {
  /// The measurement in the file at `path`.
  package static func measurement(
    at path: String
  ) throws(SourceFileError<JSONError>) -> PlayerMeasurement {
    var ladder: String?
    var measurement = try SourceFileError.reading(path, atMost: 64 << 20) {
      contents throws(JSONError) in
      let media = try report(contents).member("media")
      ladder = media.has("ladderPath") ? try media.member("ladderPath").string() : nil
      return try Self.measurement(contents)
    }
    // Of many measurements of a ladder, each names the file that has it, from its own folder on.
    guard let ladder else { return measurement }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    measurement.ladder = try SourceFileError.reading(folder + ladder, atMost: 64 << 20) {
      contents throws(JSONError) in
      try LadderRecord.ladder(root(contents, expecting: "a ladder"))
    }
    return measurement
  }

  package static func measurement(_ contents: [UInt8]) throws(JSONError) -> PlayerMeasurement {
    let report = try report(contents)
    let player = try report.member("player")
    let media = try report.member("media")
    let network = try report.member("network")
    let runs = try report.member("runs")
    let outlines = try runs.list(outline)
    guard !outlines.isEmpty else { throw runs.refusal("at least one run is expected") }
    var measurement = PlayerMeasurement(
      player: try player.member("name").choice(of: RealPlayer.self),
      version: try player.member("version").string(), media: try media.member("path").string(),
      mediaBytes: try media.member("bytes").bytes(),
      ladder: media.has("ladder") ? try LadderRecord.ladder(try media.member("ladder")) : nil,
      profile: try ScenarioReading.profile(network),
      transport: try ScenarioReading.transport(network),
      cores: Int(try report.member("cores").whole(in: 1...65_536)),
      limit: try report.member("limitSeconds").seconds(), runs: outlines)
    measurement.live = try LiveEventReading.value(report)
    return measurement
  }

  /// The report of a validation in `contents`.
  private static func report(_ contents: [UInt8]) throws(JSONError) -> JSONReader {
    let report = try root(contents, expecting: "the JSON report of a validation")
    let schema = try report.member("schema")
    guard try schema.string() == ValidationJSON.schema else {
      throw schema.refusal("expected “\(ValidationJSON.schema)”")
    }
    return report
  }

  /// The document in `contents`, which should be what `words` say.
  static func root(
    _ contents: [UInt8], expecting words: String
  ) throws(JSONError) -> JSONReader {
    do throws(ProfileError) {
      guard contents.contains(where: { !$0.isBlank && $0 != .lineFeed }) else {
        throw ProfileError(.whole, "the file is empty; expected \(words)")
      }
      let text = try TraceText(contents)
      var scanner = JSONScanner(text)
      let reader = JSONReader(text: text, node: try scanner.value(), path: "")
      if scanner.peek() != nil { throw scanner.unexpected("the end of the file") }
      return reader
    } catch {
      throw JSONError(error)
    }
  }

  private static func time<Clock>(_ reader: JSONReader) throws(JSONError) -> Time<Clock> {
    try reader.seconds()
  }

  private static func outline(_ reader: JSONReader) throws(JSONError) -> PlaybackOutline {
    var outline = PlaybackOutline(
      startup: try reader.optional("startupSeconds", time),
      stalls: try reader.member("stalls").list { stall throws(JSONError) in
        PlayerRecording.Stall(
          start: try stall.member("startSeconds").seconds(),
          mediaTime: try stall.optional("mediaSeconds", time),
          duration: try stall.optional("durationSeconds", time),
          reason: try stall.optional("reason") { text throws(JSONError) in try text.string() })
      }, end: end(try reader.member("endReason").string()),
      elapsed: try reader.member("elapsedSeconds").seconds(),
      requests: try reader.member("requests").list { request throws(JSONError) in
        PlaybackOutline.Request(
          name: request.has("name") ? try request.member("name").string() : nil,
          offset: try request.member("offsetBytes").bytes(),
          asked: try request.member("askedSeconds").seconds(),
          firstByte: try request.optional("firstByteSeconds", time),
          lastByte: try request.optional("lastByteSeconds", time),
          bytes: try request.member("bytes").bytes(),
          dropped: try request.optional("droppedSeconds", time))
      })
    guard reader.has("live") else { return outline }
    outline.live = try reader.optional("live") { live throws(JSONError) in
      LiveOutline(
        firstSecond: try live.member("firstSecond").whole(in: 0...1_000_000),
        latencies: try live.member("latencySeconds").list { value throws(JSONError) in
          try value.signedSeconds()
        },
        rates: try live.member("rates").list { change throws(JSONError) in
          LiveOutline.RateChange(
            wallTime: try change.member("wallSeconds").seconds(),
            rate: try ScenarioReading.rate(change, "rate"))
        })
    }
    return outline
  }

  private static func end(_ text: String) -> PlaybackOutline.End {
    switch text {
    case "ended": .ended
    case "limit": .limit
    default: .other(text)
    }
  }
}
