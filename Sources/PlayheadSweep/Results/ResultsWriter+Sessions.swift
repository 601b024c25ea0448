import PlayheadAnalysis
import PlayheadModel
import PlayheadRegression

/// The rows of sessions, and of those that could not be played.
extension ResultsWriter {
  /// Inserts a session, unless there is one of its job.
  mutating func insert(
    _ session: SweepSession, of record: SweepRecord
  ) throws(SQLiteError) -> Insertion {
    let plan = try id(of: record.manner)
    let media = try id(of: record.media)
    let network = try id(of: record.network)
    let player = try id(of: record.player, record.media.kind)
    statements.session.bind(record.job, at: 1)
    for (place, id) in [plan, media, network, player].enumerated() {
      statements.session.bind(id, at: Int32(place + 2))
    }
    statements.session.bind(record.rule, at: 6)
    statements.session.bind(record.whatIf, at: 7)
    statements.session.bind(session.playsThrough ? 1 : 0 as Int64, at: 8)
    for (place, value) in session.values.enumerated() {
      statements.session.bind(SQLiteValue(value), at: Int32(place + 9))
    }
    try statements.session.perform()
    guard database.changeCount > 0 else {
      return try isStored(session, record.job) ? .known : .conflict
    }
    let row = database.lastRow
    try insertParts(of: session, row)
    if hasFailures {
      statements.forgetFailure.bind(record.job, at: 1)
      try statements.forgetFailure.perform()
    }
    return .added
  }

  /// Inserts the stalls, the switches and the times at each level of the session in row `row`.
  private mutating func insertParts(
    of session: SweepSession, _ row: Int64
  ) throws(SQLiteError) {
    for (number, stall) in session.stalls.enumerated() {
      try statements.stalls.insert { values in
        values.append(.integer(row))
        values.append(.integer(Int64(number + 1)))
        values.append(.real(Double(stall.start.nanoseconds) / 1e9))
        values.append(.real(Double(stall.mediaTime.nanoseconds) / 1e9))
        values.append(stall.duration.map { .real(Double($0.nanoseconds) / 1e9) } ?? .null)
      }
    }
    for (number, change) in session.switches.enumerated() {
      try statements.switches.insert { values in
        values.append(.integer(row))
        values.append(.integer(Int64(number + 1)))
        values.append(.real(Double(change.mediaTime.nanoseconds) / 1e9))
        values.append(.integer(Int64(change.former)))
        values.append(.integer(Int64(change.level)))
        values.append(.integer(change.formerRate.bitsPerSecond))
        values.append(.integer(change.rate.bitsPerSecond))
      }
    }
    for (level, time) in session.timeAtLevel.enumerated() where time > .zero {
      try statements.levels.insert { values in
        values.append(.integer(row))
        values.append(.integer(Int64(level)))
        values.append(.real(Double(time.nanoseconds) / 1e9))
      }
    }
  }

  /// Whether what is stored of `job` is `session`.
  private func isStored(_ session: SweepSession, _ job: String) throws(SQLiteError) -> Bool {
    let columns = ["playsThrough"] + SweepSession.metrics.map(\.rawValue)
    let statement = try database.prepare(
      "SELECT \(columns.joined(separator: ", ")) FROM sessions WHERE job = ?")
    statement.bind(job, at: 1)
    guard try statement.step() else { return false }
    let expected =
      [SQLiteValue.integer(session.playsThrough ? 1 : 0)] + session.values.map { SQLiteValue($0) }
    // A session of a recording that an older version stored lacks what is live of it.
    let count = expected.count - SessionMetric.ofLive.count
    return expected.enumerated().allSatisfy { place, value in
      let stored = statement.value(Int32(place))
      return stored == value || place >= count && stored == .null
    }
  }

  mutating func insert(_ error: CaseError, of record: SweepRecord) throws(SQLiteError) {
    hasFailures = true
    let plan = try id(of: record.manner)
    // Of media that cannot be read, one failure stands for all jobs.
    let isOfMedia = record.job.isEmpty
    let values: [SQLiteValue] =
      [.text(record.job), .integer(plan), .text(record.media.name)]
      + [record.network.name, record.player.name, record.rule, record.whatIf].map {
        isOfMedia ? .null : .text($0)
      } + [error.kind.rawValue, error.what, error.location, error.why].map { .text($0) }
    statements.failure.bind(values)
    try statements.failure.perform()
  }
}
