import Synchronization

/// Combines the positions of several readings of one file into one figure that never decreases.
final class ProgressMeter: Sendable {
  private let total: Int64
  private let positions: Mutex<[Int64]>
  private let report: @Sendable (ReadingProgress) -> Void

  init(total: Int64, tracks: Int, report: @escaping @Sendable (ReadingProgress) -> Void) {
    self.total = total
    positions = Mutex([Int64](repeating: 0, count: tracks))
    self.report = report
  }

  /// Records that the reading numbered `slot` is at `position`.
  func reached(_ position: Int64, slot: Int) {
    positions.withLock { $0[slot] = max($0[slot], position) }
    report(progress)
  }

  /// The position of the slowest reading.
  private var progress: ReadingProgress {
    let least = positions.withLock { $0.min() ?? 0 }
    return ReadingProgress(phase: .decoding, completed: least, total: total)
  }

  /// `error`, and if it is an interruption how far all readings had come by then.
  func placing(_ error: MediaReadingError) -> MediaReadingError {
    guard case .interrupted(let name, _) = error else { return error }
    return .interrupted(name: name, fraction: progress.fraction ?? 0)
  }
}
