import PlayheadFiles
import PlayheadLadder

/// The JSON Lines report of a session of a ladder, schema `playhead.ladder-session-event/2`: what
/// is played, then each event, each request, each decision, each segment and each failure, then the
/// summary, an object a line with `type` first.
package enum LadderLines {
  /// The name of the schema.
  static let schema = "playhead.ladder-session-event/2"

  /// The lines in UTF-8.
  package static func bytes(_ report: LadderReport) -> [UInt8] {
    let played = report.played
    let schema = JSONValue.Member(key: "schema", value: .string(Self.schema))
    return SessionLines.line("session", [schema] + LadderJSON.setting(report))
      + played.session.events.flatMap(SessionLines.line)
      + played.requests.flatMap { SessionLines.line("request", LadderJSON.request($0)) }
      + played.decisions.flatMap { SessionLines.line("decision", LadderJSON.decision($0)) }
      + played.segments.flatMap { SessionLines.line("segment", LadderJSON.segment($0)) }
      + played.failures.flatMap { SessionLines.line("failure", LadderJSON.failure($0)) }
      + SessionLines.line(
        "summary", SessionJSON.summary(report.summary) + LadderJSON.outcome(report))
  }
}
