import PlayheadKit

/// The measurements of a self-test for people and for programs.
package enum SelfTestReport {
  /// The JSON report, schema `playhead.serve-self-test/1`.
  package static func json(_ measurements: [ServingSelfTest.Measurement]) -> [UInt8] {
    var printer = JSONPrinter(openLevels: 2)
    printer.print(
      .members([
        "schema": .string("playhead.serve-self-test/1"),
        "isExact": .bool(measurements.allSatisfy(\.isExact)),
        "measurements": .array(measurements.map(value)),
      ]))
    return printer.bytes + [UInt8(ascii: "\n")]
  }

  private static func value(_ measurement: ServingSelfTest.Measurement) -> JSONValue {
    .members([
      "subject": .string(measurement.subject.rawValue),
      "rateBitsPerSecond": .rate(measurement.rate),
      "latencySeconds": .seconds(measurement.latency),
      "connections": .whole(measurement.connections),
      "elapsedSeconds": .seconds(measurement.elapsed),
      "dueBytes": .integer(measurement.dueBytes),
      "receivedBytes": .integer(measurement.receivedBytes),
      "delivered": .ratio(measurement.delivered),
      "headSeconds": .seconds(measurement.head),
      "longestDelaySeconds": .seconds(measurement.longestDelay),
      "isExact": .bool(measurement.isExact),
    ])
  }

  /// The heading of ``row(_:)``.
  package static let heading =
    "     link rate  connections  due bytes  received  delivered    latency  head after  longest delay"

  /// A line of the table.
  package static func row(_ measurement: ServingSelfTest.Measurement) -> String {
    let cells = [
      (measurement.rate.text, 14), ("\(measurement.connections)", 13),
      ("\(measurement.dueBytes)", 11), ("\(measurement.receivedBytes)", 10),
      (measurement.delivered.percentText(places: 2) + (measurement.isExact ? "" : " !"), 11),
      (milliseconds(measurement.latency), 11), (milliseconds(measurement.head), 12),
      (milliseconds(measurement.longestDelay), 15),
    ]
    return cells.map { text, width in
      String(repeating: " ", count: max(0, width - text.count)) + text
    }.joined()
  }

  private static func milliseconds(_ time: WallTime) -> String {
    "\(decimalText(time.nanoseconds.magnitude / 10_000, places: 2, trimmed: false)) ms"
  }
}
