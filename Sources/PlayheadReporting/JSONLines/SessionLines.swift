import PlayheadFiles
public import PlayheadModel

/// The JSON Lines report of a session, schema `playhead.session-event/1`: what is played, then each
/// event, then the summary, an object a line with `type` first.
///
/// Keys and values are those of ``SessionJSON``. As each line stands for itself, they can be written
/// while the session runs.
public enum SessionLines {
  /// The first line, in UTF-8: what is played over what by what.
  public static func opening(_ setting: SessionSetting) -> [UInt8] {
    line(
      "session",
      [.init(key: "schema", value: .string("playhead.session-event/1"))]
        + SessionJSON.setting(setting))
  }

  /// The line of `event`, in UTF-8.
  public static func line(_ event: Event) -> [UInt8] {
    line("event", SessionJSON.members(of: event))
  }

  /// The last line, in UTF-8: the summary of the session with its stalls and seeks.
  public static func closing(_ report: SessionReport) -> [UInt8] {
    let session = report.session
    return line(
      "summary",
      SessionJSON.summary(report.summary) + [
        .init(
          key: "networkRepeats",
          value: .whole(report.link.profile.repeatCount(within: session.elapsed))),
        .init(key: "startup", value: MediaFactJSON.startup(session.startupPhases)),
        .init(key: "stalls", value: .array(session.stalls.map(SessionJSON.stall))),
        .init(key: "seeks", value: .array(session.seeks.map(SessionJSON.seek))),
        .init(
          key: "unperformedActions",
          value: .array(session.unperformedActions.map(ScenarioJSON.action))),
      ])
  }

  private static func line(_ type: String, _ members: [JSONValue.Member]) -> [UInt8] {
    var printer = JSONPrinter(openLevels: 0)
    printer.print(.object([.init(key: "type", value: .string(type))] + members))
    return printer.bytes + [UInt8(ascii: "\n")]
  }
}
