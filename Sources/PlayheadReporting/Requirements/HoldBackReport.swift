package import PlayheadAnalysis
package import PlayheadFiles
import PlayheadLadder
import PlayheadModel
import PlayheadPictures

/// A report on how far from the edge of a live event a player has to stay.
package struct HoldBackReport: Sendable {
  /// What is played over what by what, at the player's own distance.
  package let subject: LadderSubject
  /// The network as it was asked for.
  package let network: GivenNetwork
  /// The program and the libraries that found it; `nil` if nobody said.
  package var generator: Generator?
  /// What each distance costs.
  package let curve: HoldBackCurve

  /// A report on the curve of `subject`.
  package init(_ subject: LadderSubject, network: GivenNetwork, _ curve: HoldBackCurve) {
    self.subject = subject
    self.network = network
    self.curve = curve
  }

  /// The report in a format.
  ///
  /// - Throws: ``ExportError`` if pictures cannot be drawn.
  package func bytes(
    as format: RequirementsFormat, style: TextStyle
  ) throws(ExportError) -> [UInt8] {
    switch format {
    case .text: return HoldBackText(report: self, style: style).text
    case .json: return json
    case .csv: return csv
    case .svg, .png, .pdf:
      let scene = HoldBackScene(report: self, durations: style.durations).scene
      return try ExportedText(
        SVGDocument(scene, width: 800), as: PictureFormat(rawValue: format.rawValue) ?? .svg
      ).bytes
    case .html: return HoldBackPage(report: self, durations: style.durations).page.bytes
    }
  }

  /// The report as JSON in UTF-8, schema `playhead.hold-back/2`, with a newline at its end.
  var json: [UInt8] {
    var printer = JSONPrinter(openLevels: 2)
    printer.print(
      .members([
        "schema": .string("playhead.hold-back/2"),
        "generator": generator.map(SessionJSON.generator) ?? .null,
        "media": MediaJSON.value(subject.media),
        "network": SessionJSON.network(
          subject.scenario.link.profile, by: subject.scenario.transport, asked: network),
        "player": SessionJSON.player(.ladder(subject)),
        "event": subject.scenario.live.map(LiveEventJSON.event) ?? .null,
        "least": curve.least.map(Self.value) ?? .null,
        "smallest": curve.smallest.map(Self.value) ?? .null,
        "bound": curve.bound.map(Self.value) ?? .null,
        "points": .array(curve.points.map(Self.value)),
      ]))
    return printer.bytes + [UInt8(ascii: "\n")]
  }

  private static func value(_ point: HoldBackCurve.Point) -> JSONValue {
    .members([
      "holdBackSeconds": .seconds(point.holdBack),
      "meanLatencySeconds": point.latency.map { .seconds($0.mean) } ?? .null,
      "percentile95LatencySeconds": point.latency.map { .seconds($0.percentile95) } ?? .null,
      "startupSeconds": .seconds(point.startup),
      "stallCount": .whole(point.stallCount),
      "stallSeconds": .seconds(point.stalled),
      "isClear": .bool(point.isClear),
      "awaited": point.obstacle.map(Self.value) ?? .null,
    ])
  }

  private static func value(_ obstacle: HoldBackCurve.Obstacle) -> JSONValue {
    let (missing, late): (String, JSONValue) =
      switch obstacle.missing {
      case .publication(let late): ("publication", .seconds(late))
      case .request: ("request", .null)
      case .transfer: ("transfer", .null)
      }
    return .members([
      "lane": .whole(obstacle.segment.lane), "level": .whole(obstacle.segment.level),
      "segment": .whole(obstacle.segment.segment), "missing": .string(missing),
      "lateSeconds": late,
    ])
  }

  private static func value(_ bound: LatencyBound) -> JSONValue {
    .members([
      "latencySeconds": .seconds(bound.latency),
      "lane": .whole(bound.segment.lane), "level": .whole(bound.segment.level),
      "segment": .whole(bound.segment.segment),
      "availableSeconds": .seconds(bound.availability),
      "transferSeconds": .seconds(bound.transfer),
    ])
  }

  /// The curve as CSV.
  var csv: [UInt8] {
    let names =
      "holdBackSeconds,meanLatencySeconds,percentile95LatencySeconds,startupSeconds,"
      + "stallCount,stallSeconds"
    let lines = curve.points.map { point in
      [
        point.holdBack.secondsText, point.latency?.mean.secondsText ?? "",
        point.latency?.percentile95.secondsText ?? "", point.startup?.secondsText ?? "",
        String(point.stallCount), point.stalled.secondsText,
      ].joined(separator: ",")
    }
    return Array(([names] + lines).map { $0 + "\r\n" }.joined().utf8)
  }
}
