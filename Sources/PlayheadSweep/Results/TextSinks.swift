import PlayheadAnalysis
import PlayheadReporting
import Synchronization

/// Writes each record as a line, in the order in which they come.
package final class LineSink: SweepSink {
  /// The form of the lines.
  package enum Format: String, CaseIterable, Sendable {
    /// A table with a heading; jobs that could not be played have no row.
    case csv
    /// JSON, a line each.
    case jsonl
    /// The same of jobs; of media that cannot be read there is none.
    case jobs
  }

  private let format: Format
  private let write: @Sendable ([UInt8]) throws(ResultsError) -> Void
  private let onFailure: @Sendable (SweepRecord) -> Void
  private let state = Mutex((hasBegun: false, number: 0))

  /// Writes lines by `write`, whole ones, one call at a time.
  ///
  /// - Parameters:
  ///   - format: the form of the lines.
  ///   - onFailure: called with a record that has no line.
  ///   - write: writes lines.
  package init(
    _ format: Format, onFailure: @escaping @Sendable (SweepRecord) -> Void = { _ in },
    write: @escaping @Sendable ([UInt8]) throws(ResultsError) -> Void
  ) {
    self.format = format
    self.onFailure = onFailure
    self.write = write
  }

  /// A value as the table of SQLite has it: flags are 1 and 0.
  private static func cell(_ value: MetricValue?) -> String {
    if case .flag(let flag) = value { return flag ? "1" : "0" }
    return value?.plainText ?? ""
  }

  package func add(_ record: SweepRecord) throws(ResultsError) {
    try state.withLock { state throws(ResultsError) in
      switch format {
      case .jobs:
        guard case .planned = record.outcome else { return onFailure(record) }
        try write(record.json + [UInt8(ascii: "\n")])
      case .jsonl: try write(record.json + [UInt8(ascii: "\n")])
      case .csv:
        guard case .played(let session) = record.outcome else { return onFailure(record) }
        state.number += 1
        var csv = CSVWriter()
        if !state.hasBegun { csv.write(ResultsSchema.columns) }
        state.hasBegun = true
        csv.write(
          [
            String(state.number), record.job, "1", record.media.name, record.network.name,
            record.network.category, record.player.name, record.rule, record.whatIf,
            "\(record.media.weight * record.network.weight * record.player.weight)",
            session.playsThrough ? "1" : "0",
          ] + session.values.map(Self.cell))
        try write(csv.bytes)
      }
    }
  }
}
