import PlayheadFiles
import PlayheadPictures

/// The formats of inspections.
package enum InspectionFormat: String, CaseIterable {
  /// For people.
  case text
  /// For programs: schema `playhead.inspection/2`.
  case json
  /// For hosts of code, which show findings at the file: SARIF 2.1.0.
  case sarif
  /// A document to look at.
  case html

  /// The document on all that was inspected, in UTF-8.
  package func bytes(of inspected: [Inspected], style: TextStyle) -> [UInt8] {
    switch self {
    case .text:
      Array(
        inspected.compactMap(\.report).map { InspectionText(report: $0, style: style).text }
          .joined(separator: "\n").utf8)
    case .json: Self.json(inspected)
    case .sarif: SARIFLog(inspected).bytes
    case .html: InspectionPage(inspected: inspected, durations: style.durations).page.bytes
    }
  }

  /// The JSON in UTF-8, with a newline at its end.
  static func json(_ inspected: [Inspected]) -> [UInt8] {
    var printer = JSONPrinter(openLevels: 5)
    printer.print(
      .members([
        "schema": .string("playhead.inspection/2"),
        "inspections": .array(
          inspected.map { one in
            var (error, inspection): (JSONValue, JSONValue) = (.null, .null)
            switch one.outcome {
            case .report(let report): inspection = InspectionJSON.value(report)
            case .failure(let reason): error = .string(reason)
            }
            return .members([
              "path": .string(one.name), "error": error, "inspection": inspection,
            ])
          }),
      ]))
    return printer.bytes + [UInt8(ascii: "\n")]
  }
}
