import Synchronization

/// Keeps records in a file of results.
///
/// Whoever adds one while another thread writes leaves it to that thread, and goes on playing.
package final class ResultsSink: SweepSink {
  private let finished: JobNames
  /// The records that are yet to be written.
  private let waiting = Mutex<[SweepRecord]>([])
  private let writer: Mutex<ResultsWriter>
  private let hasWaited: @Sendable () -> Bool
  private let onChange: @Sendable (String) -> Void

  /// Writes by `writer`.
  ///
  /// - Parameters:
  ///   - writer: the open file.
  ///   - finished: the jobs that are finished.
  ///   - hasWaited: whether it is time to keep what is pending; asked after each record.
  ///   - onChange: called with the name of media whose contents are not those that were there
  ///     before.
  package init(
    _ writer: consuming sending ResultsWriter, finished: JobNames,
    hasWaited: @escaping @Sendable () -> Bool, onChange: @escaping @Sendable (String) -> Void
  ) {
    self.writer = Mutex(writer)
    self.finished = finished
    self.hasWaited = hasWaited
    self.onChange = onChange
  }

  package func hasFinished(_ job: String) -> Bool { finished.contains(job) }

  package func begin(_ media: MediaFact) throws(ResultsError) {
    let hasChanged = try writer.withLock { writer throws(ResultsError) in
      try writer.begin(media)
    }
    if hasChanged { onChange(media.name) }
  }

  /// How many records are written at once: to turn from playing to writing and back takes time.
  private static let batch = 50
  /// How many records may wait, so that they do not fill the memory where writing is the slower.
  private static let most = 150

  package func add(_ record: SweepRecord) throws(ResultsError) {
    let count = waiting.withLock { records in
      records.append(record)
      return records.count
    }
    let isDue = hasWaited()
    if isDue || count > Self.most {
      try writer.withLock { writer throws(ResultsError) in
        try write(&writer)
        if isDue { try writer.commit() }
      }
    } else if count >= Self.batch {
      _ = try writer.withLockIfAvailable { writer throws(ResultsError) in try write(&writer) }
    }
  }

  /// Writes what waits, and what comes meanwhile.
  private func write(_ writer: inout ResultsWriter) throws(ResultsError) {
    while true {
      let records = waiting.withLock { waiting in
        let records = waiting
        waiting = []
        return records
      }
      guard !records.isEmpty else { return }
      for record in records {
        try writer.add(record)
        if writer.isFull { try writer.commit() }
      }
    }
  }

  package func finish() throws(ResultsError) {
    try writer.withLock { writer throws(ResultsError) in
      try write(&writer)
      try writer.commit()
    }
  }
}
