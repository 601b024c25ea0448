import PlayheadAnalysis
import PlayheadModel
import PlayheadRegression

/// Writes a file of results, in transactions of many sessions.
///
/// Whatever ends the process, what was committed is kept.
package struct ResultsWriter: ~Copyable {
  private let path: String
  var statements: Statements
  var facts: Facts
  let database: SQLiteConnection
  /// The last to end: where it is closed, the locks of SQLite end with it.
  private let lock: ResultsLock
  private var isOpen = false
  private var pending = 0
  /// The jobs that have failed, so that their failures go once they succeed.
  var hasFailures: Bool

  /// The statements that are made once.
  struct Statements: ~Copyable {
    let session: SQLiteStatement
    var stalls: SQLiteRows
    var switches: SQLiteRows
    var levels: SQLiteRows
    let failure: SQLiteStatement
    let forgetFailure: SQLiteStatement

    static func prepared(
      _ database: borrowing SQLiteConnection
    ) throws(SQLiteError) -> Statements {
      let columns =
        ["job", "plan", "media", "network", "player", "rule", "whatIf", "playsThrough"]
        + SweepSession.metrics.map(\.rawValue)
      let session = try database.prepare(
        "INSERT INTO sessions (\(columns.joined(separator: ", "))) VALUES "
          + "(\(columns.map { _ in "?" }.joined(separator: ", "))) ON CONFLICT (job) DO NOTHING")
      let stalls = try SQLiteRows(of: "stalls", columns: 5, in: database)
      let switches = try SQLiteRows(of: "switches", columns: 7, in: database)
      let levels = try SQLiteRows(of: "levels", columns: 3, in: database)
      let failure = try database.prepare(
        "INSERT OR REPLACE INTO failures (job, plan, media, network, player, rule, whatIf, kind, "
          + "what, location, why) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
      let forgetFailure = try database.prepare("DELETE FROM failures WHERE job = ?")
      return Statements(
        session: session, stalls: stalls, switches: switches, levels: levels, failure: failure,
        forgetFailure: forgetFailure)
    }
  }

  /// Opens the file at `path`, or makes it.
  ///
  /// - Throws: ``ResultsError`` if it is no file of results, cannot be written, or another process
  ///   is writing it.
  package init(path: String) throws(ResultsError) {
    let lock = try ResultsLock(path: path)
    let database = try Self.opened(path)
    let statements = try Self.prepared(database, path)
    let facts = try Self.facts(database, path)
    let hasFailures = try Self.hasFailures(database, path)
    self.path = path
    self.hasFailures = hasFailures
    self.statements = statements
    self.facts = facts
    self.database = database
    self.lock = lock
  }

  private static func opened(_ path: String) throws(ResultsError) -> SQLiteConnection {
    do throws(SQLiteError) {
      let database = try SQLiteConnection(path: path, .writing)
      try prepare(database, path)
      return database
    } catch {
      throw ResultsError(error, at: path).asForeign
    }
  }

  private static func prepared(
    _ database: borrowing SQLiteConnection, _ path: String
  ) throws(ResultsError) -> Statements {
    do throws(SQLiteError) {
      return try Statements.prepared(database)
    } catch {
      throw ResultsError(error, at: path).asForeign
    }
  }

  private static func facts(
    _ database: borrowing SQLiteConnection, _ path: String
  ) throws(ResultsError) -> Facts {
    do throws(SQLiteError) {
      return try Facts(in: database)
    } catch {
      throw ResultsError(error, at: path).asForeign
    }
  }

  private static func hasFailures(
    _ database: borrowing SQLiteConnection, _ path: String
  ) throws(ResultsError) -> Bool {
    do throws(SQLiteError) {
      return try database.integer("SELECT count(*) FROM failures") ?? 0 > 0
    } catch {
      throw ResultsError(error, at: path).asForeign
    }
  }

  private static func prepare(
    _ database: borrowing SQLiteConnection, _ path: String
  ) throws(SQLiteError) {
    let isEmpty = try database.integer("SELECT count(*) FROM sqlite_schema") == 0
    let application = try database.integer("PRAGMA application_id") ?? 0
    if !isEmpty, application != ResultsSchema.applicationID {
      throw SQLiteError(notOurs: "it is a database of another program")
    }
    let version = try database.integer("PRAGMA user_version") ?? 0
    guard isEmpty || ResultsSchema.versions.contains(version) else {
      throw SQLiteError(
        notOurs: "its tables have version \(version), this playhead writes \(ResultsSchema.version)"
      )
    }
    // Rows refer only to what was written before them, and to look whether they do takes a fifth of
    // the time.
    try database.execute(
      "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = OFF; "
        + "PRAGMA cache_size = -65536; PRAGMA wal_autocheckpoint = 4000")
    if isEmpty {
      try database.execute("BEGIN IMMEDIATE;\(ResultsSchema.sql);COMMIT")
    } else if version < ResultsSchema.version {
      try database.execute("BEGIN IMMEDIATE;\(ResultsSchema.update)COMMIT")
    }
  }

  // MARK: What is known

  /// The names of the jobs that are finished.
  package func finishedJobs() throws(ResultsError) -> JobNames {
    var names = JobNames()
    do throws(SQLiteError) {
      let statement = try database.prepare("SELECT job FROM sessions")
      while try statement.step() { names.insert(statement.text(0)) }
    } catch {
      throw ResultsError(error, at: path)
    }
    return names
  }

  /// Makes `media` the current one of its name.
  ///
  /// - Returns: whether its former contents were others.
  package mutating func begin(_ media: MediaFact) throws(ResultsError) -> Bool {
    try writing { (writer) throws(SQLiteError) in
      _ = try writer.id(of: media)
      try writer.database.execute(
        "UPDATE media SET isCurrent = 0 WHERE name = ? AND reading = ? AND digest <> ? "
          + "AND isCurrent",
        [.text(media.name), .text(media.reading), .text(media.digest)])
      let hasChanged = writer.database.changeCount > 0
      try writer.database.execute(
        "DELETE FROM failures WHERE media = ? AND job = ''", [.text(media.name)])
      return hasChanged
    }
  }

  /// Makes `networks` and `players` the current ones of their names.
  ///
  /// - Returns: the names of those whose former contents were others.
  package mutating func begin(
    _ networks: [NetworkFact], _ players: [(SweepMedia.Kind, PlayerFact)]
  ) throws(ResultsError) -> [String] {
    try writing { (writer) throws(SQLiteError) in
      var changed: [String] = []
      let retirement = try writer.database.prepare(
        "UPDATE networks SET isCurrent = 0 WHERE name = ? AND digest <> ? AND isCurrent")
      for network in networks {
        _ = try writer.id(of: network)
        retirement.bind([.text(network.name), .text(network.digest)])
        try retirement.perform()
        if writer.database.changeCount > 0 { changed.append(network.name) }
      }
      for (kind, player) in players {
        _ = try writer.id(of: player, kind)
        try writer.database.execute(
          "UPDATE players SET isCurrent = 0 WHERE name = ? AND kind = ? AND digest <> ? "
            + "AND isCurrent",
          [.text(player.name), .text(kind.rawValue), .text(player.digest)])
        if writer.database.changeCount > 0, !changed.contains(player.name) {
          changed.append(player.name)
        }
      }
      return changed
    }
  }

  /// Notes of which strata a sample was drawn; none for a whole plan.
  package mutating func begin(
    _ manner: MannerFact, strata: [SweepSelection.Stratum]
  ) throws(ResultsError) {
    try writing { (writer) throws(SQLiteError) in
      let plan = try writer.id(of: manner)
      try writer.database.execute("DELETE FROM strata WHERE plan = ?", [.integer(plan)])
      for stratum in strata {
        try writer.database.execute(
          "INSERT INTO strata VALUES (?, ?, ?, ?)",
          [
            .integer(plan), .text(stratum.category), .integer(Int64(stratum.jobs)),
            .integer(Int64(stratum.sampled)),
          ])
      }
    }
  }

  // MARK: Records

  /// Adds a record; it is kept from the next ``commit()`` on.
  ///
  /// - Returns: whether there was no result of its job before.
  /// - Throws: ``ResultsError``, also if there is another result of its job.
  @discardableResult
  package mutating func add(_ record: SweepRecord) throws(ResultsError) -> Bool {
    let insertion = try writing { (writer) throws(SQLiteError) -> Insertion in
      switch record.outcome {
      case .planned: return .known
      case .failed(let error):
        try writer.insert(error, of: record)
        return .added
      case .played(let session): return try writer.insert(session, of: record)
      }
    }
    switch insertion {
    case .added: return true
    case .known: return false
    case .conflict:
      throw ResultsError(
        .conflict, path, "job \(record.job) of \(record.media.name) has two different results",
        hint: "sessions are the same everywhere: please report this")
    }
  }

  /// What became of a session that was to be inserted.
  enum Insertion {
    case added, known, conflict
  }

  /// Whether enough is pending for a transaction of its own.
  package var isFull: Bool { pending >= 500 }

  /// Keeps all that was added.
  package mutating func commit() throws(ResultsError) {
    guard isOpen else { return }
    isOpen = false
    pending = 0
    do throws(SQLiteError) {
      try flush()
      try database.execute("COMMIT")
    } catch {
      undo()
      throw ResultsError(error, at: path)
    }
  }

  /// Inserts the rows that wait.
  private mutating func flush() throws(SQLiteError) {
    try statements.stalls.flush()
    try statements.switches.flush()
    try statements.levels.flush()
  }

  /// Ends the open transaction without keeping anything of it.
  private mutating func undo() {
    isOpen = false
    statements.stalls.forget()
    statements.switches.forget()
    statements.levels.forget()
    try? database.execute("ROLLBACK")
  }

  /// Does `work` in the open transaction, or in a new one; what fails ends all of it.
  private mutating func writing<Value>(
    _ work: (inout ResultsWriter) throws(SQLiteError) -> Value
  ) throws(ResultsError) -> Value {
    do throws(SQLiteError) {
      if !isOpen {
        try database.execute("BEGIN IMMEDIATE")
        isOpen = true
      }
      pending += 1
      return try work(&self)
    } catch {
      undo()
      throw ResultsError(error, at: path)
    }
  }
}

extension SQLiteError {
  /// A database that is none of ours.
  init(notOurs message: String) {
    kind = .notADatabase
    self.message = message
  }
}

extension ResultsError {
  /// The error of a file that was there before, with what to do.
  var asForeign: ResultsError {
    guard kind == .badData else { return self }
    return ResultsError(
      .badData, path, why == "file is not a database" ? "it is no file of results" : why,
      hint: "write to another file; this one was left as it is")
  }
}
