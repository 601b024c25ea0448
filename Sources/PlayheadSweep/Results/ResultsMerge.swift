/// Brings results of several files together.
package struct ResultsMerge: ~Copyable {
  private var writer: ResultsWriter
  private let finished: JobNames
  /// The sessions that were added.
  package private(set) var added = 0
  /// The sessions that were there already, with the same result.
  package private(set) var known = 0
  /// The jobs that could not be played.
  package private(set) var failed = 0

  /// Adds to the file at `path`, which is made if it is missing.
  package init(into path: String) throws(ResultsError) {
    let writer = try ResultsWriter(path: path)
    let finished = try writer.finishedJobs()
    self.finished = finished
    self.writer = writer
  }

  /// Adds a record.
  ///
  /// - Throws: ``ResultsError``, also if there is another result of its job.
  package mutating func add(_ record: SweepRecord) throws(ResultsError) {
    switch record.outcome {
    case .planned: return
    case .failed:
      failed += 1
      guard !finished.contains(record.job) else { return }
    case .played: break
    }
    let isNew = try writer.add(record)
    if case .played = record.outcome {
      if isNew { added += 1 } else { known += 1 }
    }
    if writer.isFull { try writer.commit() }
  }

  /// Keeps all that was added.
  package mutating func finish() throws(ResultsError) { try writer.commit() }
}

extension ResultsReader {
  /// Calls `take` with the record of each session, in the order of their numbers.
  package func forEachRecord(
    _ take: (SweepRecord) throws(ResultsError) -> Void
  ) throws(ResultsError) {
    var refusal: ResultsError?
    try reading { database throws(SQLiteError) in
      var cursor = try RecordCursor.opened(database)
      while let record = try cursor.next() {
        do throws(ResultsError) {
          try take(record)
        } catch {
          refusal = error
          return
        }
      }
    }
    if let refusal { throw refusal }
  }
}
