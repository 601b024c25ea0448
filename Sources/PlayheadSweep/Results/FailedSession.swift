import PlayheadAnalysis
package import PlayheadRegression

/// A session of results that did not play through, by the names of what it plays.
package struct FailedSession: Hashable, Sendable {
  package var kind: FailureKind
  package var session: Int64
  package var media: String
  package var network: String
  package var player: String
  package var rule: String
}

extension ResultsReader {
  /// The shortest session of each way of failing, without changes, in the order of ways.
  package func failedSessions() throws(ResultsError) -> [FailedSession] {
    let kind =
      "CASE WHEN endReason <> 'ended' THEN endReason WHEN stallCount > 0 THEN "
      + "'\(FailureKind.stalls.rawValue)' WHEN frozenCount > 0 THEN "
      + "'\(FailureKind.freezes.rawValue)' END"
    return try reading { database throws(SQLiteError) in
      // Other columns are those of the row with the minimum.
      let statement = try database.prepare(
        """
        SELECT \(kind) AS kind, session, media, network, player, rule,
          min(elapsedSeconds * 1e9 + session)
        FROM results WHERE playsThrough = 0 AND whatIf = 'none' AND kind IS NOT NULL GROUP BY kind
        """)
      var sessions: [FailedSession] = []
      while try statement.step() {
        guard let kind = FailureKind(rawValue: statement.text(0)) else { continue }
        sessions.append(
          FailedSession(
            kind: kind, session: statement.integer(1), media: statement.text(2),
            network: statement.text(3), player: statement.text(4), rule: statement.text(5)))
      }
      let order = FailureKind.allCases
      return sessions.sorted {
        order.firstIndex(of: $0.kind) ?? 0 < order.firstIndex(of: $1.kind) ?? 0
      }
    }
  }
}
