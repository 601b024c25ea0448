package import PlayheadAnalysis
package import PlayheadFiles
import PlayheadLadder
import PlayheadModel

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

  // MARK: Text

  /// The report for a person, in UTF-8, with a newline at its end.
  package func text(_ style: TextStyle) -> [UInt8] {
    var buffer = TextBuffer()
    let header = HeaderText(.ladder(subject), asked: network, style: style)
    let sentence = WrappedRow(name: "", nameWidth: 0, style: style.plain).lines(verdict(style))
    buffer.write(lines: header.lines + [""])
    buffer.write(lines: sentence.map { style.set($0, in: .bold) } + [""])
    buffer.write(lines: rows(style))
    return buffer.bytes
  }

  private func verdict(_ style: TextStyle) -> String {
    func text<Clock>(_ time: Time<Clock>) -> String { style.durations.text(time, places: 3) }
    guard let least = curve.least else {
      let longest = curve.points.last.map { text($0.holdBack) } ?? ""
      return "No hold-back up to \(longest) plays this event without a stall on this network."
    }
    let latency = least.latency.map { ", at a mean latency of \(text($0.mean))" } ?? ""
    return "A hold-back of \(text(least.holdBack)) or more never stalls on this network\(latency)."
  }

  /// A line for each stretch of distances that stall as often, and its first and last.
  private func rows(_ style: TextStyle) -> [String] {
    func text<Clock>(_ time: Time<Clock>?) -> String {
      time.map { style.durations.text($0, places: 3) } ?? "-"
    }
    let names = ["hold-back", "latency", "startup", "stalls", "stalled"]
    let cells = curve.points.map { point in
      [
        text(point.holdBack), text(point.latency?.mean), text(point.startup),
        String(point.stallCount), text(point.stalled),
      ]
    }
    // What follows the first that never stalls costs latency and gains nothing.
    let end = curve.points.firstIndex { $0.holdBack > curve.least?.holdBack ?? .bound }
    let shown = cells.prefix(end.map { $0 + 2 } ?? cells.count)
    let widths = names.indices.map { column in
      max(names[column].count, shown.map { $0[column].count }.max() ?? 0)
    }
    func line(_ cells: [String]) -> String {
      zip(cells, widths).map { $0.leftPadded(to: $1) }.joined(separator: "  ")
    }
    let rest = cells.count - shown.count
    return [style.set(line(names), in: .dim)] + shown.map(line)
      + (rest > 0 ? [style.set("and \(rest) longer ones", in: .dim)] : [])
  }

  // MARK: JSON and CSV

  /// The report as JSON in UTF-8, schema `playhead.hold-back/2`, with a newline at its end.
  package var json: [UInt8] {
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
    ])
  }

  /// The curve as CSV.
  package var csv: [UInt8] {
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
