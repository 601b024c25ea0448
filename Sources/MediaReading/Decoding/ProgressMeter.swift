import Synchronization

/// Joins the positions of several readings of one file into one figure that never goes back.
final class ProgressMeter: Sendable {
  private let total: Int64
  private let positions: Mutex<[Int64]>
  private let report: @Sendable (ReadingProgress) -> Void

  init(total: Int64, tracks: Int, report: @escaping @Sendable (ReadingProgress) -> Void) {
    self.total = total
    positions = Mutex([Int64](repeating: 0, count: tracks))
    self.report = report
  }

  /// The reading numbered `slot` has come to `position`.
  func reached(_ position: Int64, slot: Int) {
    let least = positions.withLock { positions in
      positions[slot] = max(positions[slot], position)
      return positions.min() ?? 0
    }
    report(ReadingProgress(phase: .decoding, completed: least, total: total))
  }
}
