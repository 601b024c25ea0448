import PlayheadFiles
package import PlayheadModel

/// The JSON Lines report of a session, schema `playhead.session-event/3`: what is played, then each
/// event, then each request, of a ladder also each decision, segment and failure, then the summary,
/// an object a line with `type` first.
///
/// Keys and values are those of ``SessionJSON``. As each line stands for itself, they can be
/// written while the session runs; what a request came to is only known at the end.
package enum SessionLines {
  /// The name of the schema.
  static let schema = "playhead.session-event/3"

  /// The first line, in UTF-8: what is played over what by what.
  package static func opening(_ setting: SessionSetting) -> [UInt8] {
    line(
      "session",
      [.init(key: "schema", value: .string(schema))]
        + SessionJSON.setting(setting))
  }

  /// The line of `event`, in UTF-8.
  package static func line(_ event: Event) -> [UInt8] {
    line("event", SessionJSON.members(of: event))
  }

  /// The last lines, in UTF-8: each request and whatever else there are many of, and the summary of
  /// the session with its stalls and seeks.
  package static func closing(_ report: SessionReport) -> [UInt8] {
    SessionJSON.lists(report).flatMap { list in list.elements.flatMap { line(list.type, $0) } }
      + line("summary", SessionJSON.summary(report.summary) + SessionJSON.outcome(report))
  }

  /// A line of what has a type.
  private static func line(_ type: String, _ members: [JSONValue.Member]) -> [UInt8] {
    var printer = JSONPrinter(openLevels: 0)
    printer.print(.object([.init(key: "type", value: .string(type))] + members))
    return printer.bytes + [UInt8(ascii: "\n")]
  }
}
