package import PlayheadAnalysis
import PlayheadFiles
package import PlayheadReporting

/// The sessions with the worst values of a metric, each with the command that plays it again.
package struct WorstTable: Sendable {
  private let metric: SessionMetric
  private let sessions: [WorstSession]
  private let path: String

  /// `sessions` of the file at `path`, by `metric`.
  package init(_ metric: SessionMetric, _ sessions: [WorstSession], path: String) {
    self.metric = metric
    self.sessions = sessions
    self.path = path
  }

  /// The table as text.
  package func text(_ style: TextStyle) -> String {
    guard !sessions.isEmpty else { return "no session with \(metric.plainName) above 0\n" }
    let heading = style.set("worst by \(metric.rawValue)", in: .bold)
    let hasRules = sessions.contains { $0.rule != "default" }
    let hasChanges = sessions.contains { $0.whatIf != "none" }
    let lines = sessions.flatMap { session -> [String] in
      let words =
        [session.media, session.network, session.player] + (hasRules ? [session.rule] : [])
        + (hasChanges ? [session.whatIf] : [])
      return [
        "\(metric.text(session.value))  \(words.map(\.printable).joined(separator: "  "))",
        style.set("  playhead analyze --from \("\(path)#\(session.session)".shellWord)", in: .dim),
      ]
    }
    return ([heading] + lines).joined(separator: "\n") + "\n"
  }

  private static let columns = [
    "session", "value", "media", "network", "player", "rule", "whatIf",
  ]

  private var rows: [[JSONValue]] {
    sessions.map {
      [
        .integer($0.session), .number($0.value), .string($0.media), .string($0.network),
        .string($0.player), .string($0.rule), .string($0.whatIf),
      ]
    }
  }

  /// A row for each session, as CSV.
  package var csv: [UInt8] {
    var writer = CSVWriter()
    writer.write(Self.columns)
    for row in rows { writer.write(row.map(\.cell)) }
    return writer.bytes
  }

  /// An object for each session, as JSON.
  package var json: [UInt8] { jsonTable(Self.columns, rows, schema: "playhead.worst-sessions/1") }
}
