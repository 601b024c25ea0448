import PlayheadAnalysis
import PlayheadFiles
import PlayheadModel

/// Reads a file of results, which another process may be writing.
package struct ResultsReader: ~Copyable {
  package let path: String
  let database: SQLiteConnection

  /// Opens the file at `path`.
  ///
  /// - Throws: ``ResultsError`` if it is missing or no file of results.
  package init(path: String) throws(ResultsError) {
    database = try Self.checked(path)
    self.path = path
  }

  /// The database, once it is known to be of ours.
  private static func checked(_ path: String) throws(ResultsError) -> SQLiteConnection {
    guard FileIdentity(regularFileAt: path) != nil else {
      throw ResultsError(.missing, path, "there is no such file of results")
    }
    do throws(SQLiteError) {
      let database = try opened(path)
      guard try database.integer("PRAGMA application_id") == ResultsSchema.applicationID else {
        throw SQLiteError(notOurs: "it is a database of another program")
      }
      let version = try database.integer("PRAGMA user_version") ?? 0
      guard ResultsSchema.versions.contains(version) else {
        throw SQLiteError(
          notOurs:
            "its tables have version \(version), this playhead reads up to "
            + "\(ResultsSchema.version)")
      }
      if version < ResultsSchema.version { try database.execute(ResultsSchema.reading) }
      return database
    } catch {
      var problem = ResultsError(error, at: path)
      if problem.kind == .cannotCreate { problem.kind = .inputOutput }
      if problem.why == "file is not a database" { problem.why = "it is no file of results" }
      throw problem
    }
  }

  /// The database; where its folder cannot be written, as it is without what is being added.
  private static func opened(_ path: String) throws(SQLiteError) -> SQLiteConnection {
    do throws(SQLiteError) {
      let database = try SQLiteConnection(path: path, .reading)
      _ = try database.integer("PRAGMA application_id")
      return database
    } catch {
      guard error.kind == .cannotOpen else { throw error }
      return try SQLiteConnection(unchangingPath: path)
    }
  }

  /// What is read with an error of the file.
  func reading<Value>(
    _ read: (borrowing SQLiteConnection) throws(SQLiteError) -> Value
  ) throws(ResultsError) -> Value {
    do throws(SQLiteError) {
      return try read(database)
    } catch {
      throw ResultsError(error, at: path)
    }
  }

  /// The rows of a statement that somebody wrote, and the names of its columns.
  package func rows(
    _ sql: String, atMost limit: Int = .max
  ) throws(ResultsError) -> (columns: [String], rows: [[SQLiteValue]]) {
    try reading { database throws(SQLiteError) in
      let statement = try database.prepare(sql)
      guard statement.isReading else {
        throw SQLiteError(statement: "only statements that read are allowed")
      }
      var rows: [[SQLiteValue]] = []
      let count = statement.columnCount
      while rows.count < limit, try statement.step() {
        rows.append((0..<count).map { statement.value(Int32($0)) })
      }
      return (statement.columnNames, rows)
    }
  }

  /// How many plans it holds, that is how many versions of the rules and manners of playing.
  package func planCount() throws(ResultsError) -> Int {
    try reading { database throws(SQLiteError) in
      Int(try database.integer("SELECT count(DISTINCT plan) FROM sessions") ?? 0)
    }
  }

  /// The strata of samples, by class.
  package func strata() throws(ResultsError) -> [String: SweepSelection.Stratum] {
    try reading { database throws(SQLiteError) in
      let statement = try database.prepare(
        "SELECT category, sum(jobs), sum(sampled) FROM strata GROUP BY category")
      var strata: [String: SweepSelection.Stratum] = [:]
      while try statement.step() {
        let category = statement.text(0)
        strata[category] = SweepSelection.Stratum(
          category: category, jobs: Int(statement.integer(1)), sampled: Int(statement.integer(2)))
      }
      return strata
    }
  }

  /// What the session of this number plays, and the arguments that play it again.
  package func session(_ number: Int64) throws(ResultsError) -> StoredSession? {
    let found = try reading { database throws(SQLiteError) -> [SQLiteValue]? in
      let statement = try database.prepare(
        """
        SELECT media.location, media.kind, media.digest, networks.argument, networks.options,
          networks.digest, players.argument, players.digest, sessions.rule, sessions.whatIf,
          plan.options, plan.rules, media.reading
        FROM sessions JOIN media ON media.id = sessions.media
          JOIN networks ON networks.id = sessions.network
          JOIN players ON players.id = sessions.player
          JOIN plan ON plan.id = sessions.plan
        WHERE sessions.id = ?
        """)
      statement.bind(number, at: 1)
      guard try statement.step() else { return nil }
      return (0..<13).map { statement.value(Int32($0)) }
    }
    guard let found else { return nil }
    let texts = found.map { value in if case .text(let text) = value { text } else { "" } }
    do {
      let rules = if case .integer(let rules) = found[11] { Int(rules) } else { 0 }
      return StoredSession(
        location: texts[0], kind: SweepMedia.Kind(rawValue: texts[1]) ?? .file,
        mediaDigest: texts[2], network: texts[3],
        networkOptions: try OptionList.options(texts[4]), networkDigest: texts[5],
        player: texts[6], playerDigest: texts[7], rule: texts[8], whatIf: texts[9],
        options: try OptionList.options(texts[10]), rules: rules)
    } catch {
      throw ResultsError(.badData, path, "session \(number): \(error)")
    }
  }
}

/// A session of results, as it can be played again.
package struct StoredSession: Hashable, Sendable {
  package var location: String
  package var kind: SweepMedia.Kind
  package var mediaDigest: String
  package var network: String
  package var networkOptions: [String]
  package var networkDigest: String
  package var player: String
  package var playerDigest: String
  package var rule: String
  package var whatIf: String
  package var options: [String]
  package var rules: Int
}

extension SQLiteError {
  /// What somebody wrote is wrong.
  init(statement message: String) {
    kind = .statement
    self.message = message
  }
}
