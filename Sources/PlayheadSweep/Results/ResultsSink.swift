import Synchronization

/// Keeps records in a file of results.
package final class ResultsSink: SweepSink {
  private let finished: JobNames
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

  package func add(_ record: SweepRecord) throws(ResultsError) {
    try writer.withLock { writer throws(ResultsError) in
      try writer.add(record)
      if writer.isFull || hasWaited() { try writer.commit() }
    }
  }

  package func finish() throws(ResultsError) {
    try writer.withLock { writer throws(ResultsError) in try writer.commit() }
  }
}
