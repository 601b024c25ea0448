/// Takes the records of a sweep as they come, from any thread.
package protocol SweepSink: Sendable {
  /// Whether a job of this name is finished, so that it is not played again.
  func hasFinished(_ job: String) -> Bool

  /// Tells that media was read, before the first of its jobs.
  func begin(_ media: MediaFact) throws(ResultsError)

  /// Takes a record.
  func add(_ record: SweepRecord) throws(ResultsError)

  /// Writes what is not written yet.
  func finish() throws(ResultsError)
}

extension SweepSink {
  package func hasFinished(_ job: String) -> Bool { false }
  package func begin(_ media: MediaFact) {}
  package func finish() {}
}

/// Why results cannot be written or read.
package struct ResultsError: Error, Hashable, Sendable {
  /// The kind of an error.
  package enum Kind: Hashable, Sendable {
    /// The file is missing.
    case missing
    /// The file cannot be created.
    case cannotCreate
    /// Reading or writing failed, such as on a full disk.
    case inputOutput
    /// The file is not one of results.
    case badData
    /// Another process is writing it.
    case inUse
    /// A condition or a statement that somebody wrote is wrong.
    case usage
    /// There are two results for one job.
    case conflict
    /// Nobody reads what is written any more.
    case closed
  }

  /// The kind of the error.
  package var kind: Kind
  /// The path of the file.
  package var path: String
  /// The reason, as a clause.
  package var why: String
  /// The remedy, if there is one.
  package var hint: String?

  package init(_ kind: Kind, _ path: String, _ why: String, hint: String? = nil) {
    self.kind = kind
    self.path = path
    self.why = why
    self.hint = hint
  }

  /// SQLite refused something about the file at `path`.
  init(_ error: SQLiteError, at path: String) {
    switch error.kind {
    case .cannotOpen: self.init(.cannotCreate, path, error.message)
    case .readOnly: self.init(.cannotCreate, path, error.message)
    case .full:
      self.init(
        .inputOutput, path, "the disk is full; what was written before is kept",
        hint: "make room and run the same command again")
    case .busy: self.init(.inUse, path, "another process is writing it")
    case .notADatabase, .corrupt: self.init(.badData, path, error.message)
    case .statement: self.init(.usage, path, error.message)
    case .inputOutput: self.init(.inputOutput, path, error.message)
    }
  }
}
