import PlayheadFiles
import PlayheadModel
package import PlayheadReporting

/// The reports on a prediction beside an access log of AVPlayer.
package enum AccessLogReport {
  /// The schema of the JSON report.
  package static let schema = "playhead.access-log-validation/1"

  /// The text, with a newline at its end.
  package static func text(
    _ comparison: AccessLogComparison, of path: String, policy: String, style: TextStyle
  ) -> [UInt8] {
    let rows = AccessLogComparison.Quantity.allCases.map { quantity in
      let (name, predicted, logged) = words(comparison, quantity)
      let verdict =
        switch comparison.agrees(quantity) {
        case true?: "agrees"
        case false?: "differs"
        case nil: quantity == .bytes ? "told only" : "not logged"
        }
      return [name, predicted, logged, verdict]
    }
    let table = TextTable(
      heading: ["", "Predicted", "Access log", ""], rows: rows, words: [0, 1, 2, 3])
    let problems = comparison.log.problems.flatMap {
      WrappedRow(name: "error \($0.status)", nameWidth: 14, style: style.plain)
        .lines($0.text.printable)
    }
    let head = WrappedRow(name: "", nameWidth: 0, style: style.plain).lines(
      "\(path.printable): \(counted(comparison.log.events.count, "event")) of AVPlayer, "
        + "against --player=\(policy)")
    let lines = head + [""] + table.lines(style) + (problems.isEmpty ? [] : [""]) + problems
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  private static func words(
    _ comparison: AccessLogComparison, _ quantity: AccessLogComparison.Quantity
  ) -> (name: String, predicted: String, logged: String) {
    let log = comparison.log
    func time<Clock>(_ time: Time<Clock>?, _ none: String) -> String {
      time.map { $0.text(places: 3) } ?? none
    }
    func rates(_ rates: [BitRate]) -> String {
      let shown = rates.prefix(6).map(\.rounded.text).joined(separator: ", ")
      return rates.count > 6 ? "\(shown) and \(rates.count - 6) more" : shown
    }
    switch quantity {
    case .startup:
      return ("Startup", time(comparison.startup, "never"), time(log.startup, "unknown"))
    case .stallCount:
      return ("Stalls", "\(comparison.stalls)", log.stalls.map { "\($0)" } ?? "unknown")
    case .watched:
      return ("Watched", time(comparison.watched, "none"), time(log.watched, "unknown"))
    case .variants:
      return (
        "Variants", rates(comparison.variants),
        log.variants.isEmpty ? "unknown" : rates(log.variants)
      )
    case .errors: return ("Errors", "\(comparison.failures)", "\(log.problems.count)")
    case .bytes:
      return ("Bytes", byteText(comparison.bytes), log.bytes.map(byteText) ?? "unknown")
    }
  }

  /// The JSON report, with a newline at its end.
  package static func json(
    _ comparison: AccessLogComparison, of path: String, policy: String
  ) -> [UInt8] {
    let log = comparison.log
    func rates(_ rates: [BitRate]) -> JSONValue { .array(rates.map { .rate($0) }) }
    let agreement = AccessLogComparison.Quantity.allCases.filter { $0 != .bytes }.map { quantity in
      JSONValue.Member(key: quantity.rawValue, value: .flag(comparison.agrees(quantity)))
    }
    var printer = JSONPrinter(openLevels: 2)
    printer.print(
      .members([
        "schema": .string(schema),
        "log": .string(path),
        "policy": .string(policy),
        "agreement": .object(agreement),
        "predicted": .members([
          "startupSeconds": .seconds(comparison.startup),
          "stallCount": .whole(comparison.stalls),
          "watchedSeconds": .seconds(comparison.watched),
          "variantsBitsPerSecond": rates(comparison.variants),
          "errorCount": .whole(comparison.failures),
          "bytes": .integer(comparison.bytes),
        ]),
        "logged": .members([
          "startupSeconds": .seconds(log.startup),
          "stallCount": .whole(log.stalls),
          "watchedSeconds": .seconds(log.watched),
          "variantsBitsPerSecond": rates(log.variants),
          "errorCount": .whole(log.problems.count),
          "bytes": .whole(log.bytes),
        ]),
      ]))
    return printer.bytes + [UInt8(ascii: "\n")]
  }
}
