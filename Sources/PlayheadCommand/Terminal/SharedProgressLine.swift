import Synchronization

/// A progress line that any thread may update.
final class SharedProgressLine: Sendable {
  private let line: Mutex<ProgressLine>

  init(_ line: consuming sending ProgressLine) {
    self.line = Mutex(line)
  }

  /// Shows that `completed` of `total` are done, under `label` if given.
  func update(_ label: String? = nil, completed: Int64, total: Int64?) {
    line.withLock { line in
      if let label { line.relabel(label) }
      line.update(completed: completed, total: total, at: .now)
    }
  }

  func erase() {
    line.withLock { $0.erase() }
  }
}
