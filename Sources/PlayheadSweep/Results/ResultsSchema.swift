package import PlayheadAnalysis

/// The tables of a file of results; Documentation/sweep.md explains them.
package enum ResultsSchema {
  /// What tells the file from other databases: “PLHD”.
  static let applicationID: Int64 = 0x504C_4844
  /// The version of the tables.
  static let version: Int64 = 2

  /// The statements that make the tables, their keys and the view that joins them.
  package static let sql = """
    CREATE TABLE plan (
      id INTEGER PRIMARY KEY,
      rules INTEGER NOT NULL,
      manner TEXT NOT NULL,
      options TEXT NOT NULL,
      UNIQUE (rules, manner)
    ) STRICT;
    CREATE TABLE strata (
      plan INTEGER NOT NULL REFERENCES plan,
      category TEXT NOT NULL,
      jobs INTEGER NOT NULL,
      sampled INTEGER NOT NULL,
      PRIMARY KEY (plan, category)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE media (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      location TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('file', 'ladder')),
      reading TEXT NOT NULL,
      digest TEXT NOT NULL,
      bytes INTEGER NOT NULL,
      durationSeconds REAL NOT NULL,
      weight REAL NOT NULL,
      isCurrent INTEGER NOT NULL CHECK (isCurrent IN (0, 1)),
      UNIQUE (name, reading, digest)
    ) STRICT;
    CREATE TABLE networks (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      argument TEXT NOT NULL,
      options TEXT NOT NULL,
      category TEXT NOT NULL,
      digest TEXT NOT NULL,
      meanBitsPerSecond INTEGER NOT NULL,
      weight REAL NOT NULL,
      isCurrent INTEGER NOT NULL CHECK (isCurrent IN (0, 1)),
      UNIQUE (name, digest)
    ) STRICT;
    CREATE TABLE players (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('file', 'ladder')),
      argument TEXT NOT NULL,
      digest TEXT NOT NULL,
      weight REAL NOT NULL,
      isCurrent INTEGER NOT NULL CHECK (isCurrent IN (0, 1)),
      UNIQUE (name, kind, digest)
    ) STRICT;
    CREATE TABLE sessions (
      id INTEGER PRIMARY KEY,
      job TEXT NOT NULL UNIQUE,
      plan INTEGER NOT NULL REFERENCES plan,
      media INTEGER NOT NULL REFERENCES media,
      network INTEGER NOT NULL REFERENCES networks,
      player INTEGER NOT NULL REFERENCES players,
      rule TEXT NOT NULL,
      whatIf TEXT NOT NULL,
      playsThrough INTEGER NOT NULL CHECK (playsThrough IN (0, 1)),
      \(SweepSession.metrics.map { "\($0.rawValue) \(type(of: $0))" }.joined(separator: ",\n  "))
    ) STRICT;
    CREATE TABLE stalls (
      session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
      number INTEGER NOT NULL,
      startSeconds REAL NOT NULL,
      mediaSeconds REAL NOT NULL,
      durationSeconds REAL,
      PRIMARY KEY (session, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE switches (
      session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
      number INTEGER NOT NULL,
      mediaSeconds REAL NOT NULL,
      fromLevel INTEGER NOT NULL,
      toLevel INTEGER NOT NULL,
      fromBitsPerSecond INTEGER NOT NULL,
      toBitsPerSecond INTEGER NOT NULL,
      PRIMARY KEY (session, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE levels (
      session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
      level INTEGER NOT NULL,
      seconds REAL NOT NULL,
      PRIMARY KEY (session, level)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE failures (
      id INTEGER PRIMARY KEY,
      job TEXT NOT NULL,
      plan INTEGER NOT NULL REFERENCES plan,
      media TEXT NOT NULL,
      network TEXT,
      player TEXT,
      rule TEXT,
      whatIf TEXT,
      kind TEXT NOT NULL,
      what TEXT NOT NULL,
      location TEXT NOT NULL,
      why TEXT NOT NULL,
      UNIQUE (job, media)
    ) STRICT;
    CREATE VIEW \(view);
    PRAGMA application_id = \(applicationID);
    PRAGMA user_version = \(version);
    """

  /// The view that joins the tables.
  private static let view = """
    results AS
    SELECT
      sessions.id AS session, sessions.job, sessions.plan, media.name AS media,
      networks.name AS network, networks.category AS networkClass, players.name AS player,
      sessions.rule, sessions.whatIf,
      media.weight * networks.weight * players.weight AS weight, sessions.playsThrough,
      \(SweepSession.metrics.map { "sessions.\($0.rawValue)" }.joined(separator: ",\n  "))
    FROM sessions
      JOIN media ON media.id = sessions.media
      JOIN networks ON networks.id = sessions.network
      JOIN players ON players.id = sessions.player
    WHERE media.isCurrent AND networks.isCurrent AND players.isCurrent
    """

  /// The metrics of live events came with version 2.
  private static let later = SessionMetric.ofLive

  /// The statements that bring the tables of version 1 up to date.
  static let update = """
    \(later.map { "ALTER TABLE sessions ADD COLUMN \($0.rawValue) \(type(of: $0))" }
      .joined(separator: ";\n"));
    DROP VIEW results;
    CREATE VIEW \(view);
    PRAGMA user_version = \(version);
    """

  /// The statements that let a file of version 1 be read as if it were up to date, which does not
  /// change it.
  static let reading = """
    PRAGMA temp_store = MEMORY;
    CREATE TEMP VIEW sessions AS SELECT *,
      \(later.map { "NULL AS \($0.rawValue)" }.joined(separator: ", ")) FROM main.sessions;
    CREATE TEMP VIEW \(view);
    """

  /// What is read for a metric in tables of `version`.
  static func column(of metric: SessionMetric, version: Int64) -> String {
    let isThere = version >= self.version || !later.contains(metric)
    return isThere ? metric.rawValue : "NULL AS \(metric.rawValue)"
  }

  /// The versions that are read.
  static let versions: ClosedRange<Int64> = 1...version

  /// The type of a metric's column.
  package static func type(of metric: SessionMetric) -> String {
    switch metric.kind {
    case .wallTime, .mediaTime, .share, .frequency, .score: "REAL"
    case .count, .bytes, .rate, .flag: "INTEGER"
    case .word: "TEXT"
    }
  }

  /// What says whose session a row of the view `results` is.
  package static let labels = [
    "session", "job", "plan", "media", "network", "networkClass", "player", "rule", "whatIf",
    "weight", "playsThrough",
  ]

  /// The columns of the view `results`.
  package static let columns = labels + SweepSession.metrics.map(\.rawValue)
}

extension SQLiteValue {
  /// The value of a metric: seconds and shares as the nearest floating-point number; of an
  /// open wait, what had elapsed.
  init(_ value: MetricValue?) {
    switch value {
    case nil: self = .null
    case .wallTime(let time): self = .real(Double(time.nanoseconds) / 1e9)
    case .mediaTime(let time): self = .real(Double(time.nanoseconds) / 1e9)
    case .atLeast(let value): self.init(value)
    case .count(let number), .bytes(let number): self = .integer(number)
    case .ratio(let ratio): self = .real(Double(ratio.millionths) / 1e6)
    case .rate(let rate): self = .integer(rate.bitsPerSecond)
    case .word(let word): self = .text(word)
    case .flag(let flag): self = .integer(flag ? 1 : 0)
    }
  }
}
