import Synchronization

/// A line on standard error that shows the progress of long work.
///
/// It has no clock and no terminal: its output depends only on its arguments.
struct ProgressLine: Sendable {
  /// The minimum time between two drawings.
  static let interval = Duration.milliseconds(100)

  /// The unit of progress.
  enum Unit: Sendable {
    /// Bytes, with their rate.
    case bytes
    /// Bytes that are fetched, with how many of how many, and their rate.
    case transfer
    /// Cases of a suite.
    case cases
    /// Sessions of a sweep, with how many are played in a second.
    case sessions
  }

  private var label: String
  private var unit: Unit
  private let isVisible: Bool
  private let usesBlocks: Bool
  private let width: @Sendable () -> Int
  private let write: @Sendable (String) -> Void
  private var start: ContinuousClock.Instant?
  private var lastDrawn: ContinuousClock.Instant?
  /// The number of nonblank columns on the screen.
  private var drawnWidth = 0

  /// A line that begins with `label`, in single-column characters.
  ///
  /// - Parameters:
  ///   - label: the work, such as `Reading`.
  ///   - unit: the unit of progress.
  ///   - isVisible: whether to write anything.
  ///   - usesBlocks: whether the bar may use block characters.
  ///   - width: the columns of the terminal, queried at each drawing as a window can be resized.
  ///   - write: the destination of the text.
  init(
    label: String, unit: Unit = .bytes, isVisible: Bool, usesBlocks: Bool,
    width: @escaping @Sendable () -> Int,
    write: @escaping @Sendable (String) -> Void
  ) {
    self.label = label
    self.unit = unit
    self.isVisible = isVisible
    self.usesBlocks = usesBlocks
    self.width = width
    self.write = write
  }

  /// Shows that `completed` of `total` are done, unless the line was drawn just before.
  mutating func update(completed: Int64, total: Int64?, at now: ContinuousClock.Instant) {
    guard isVisible else { return }
    let start = start ?? now
    self.start = start
    // Nothing in the first moments: short work needs no bar.
    if now - (lastDrawn ?? start) < Self.interval { return }
    lastDrawn = now
    let state = State(
      completed: completed, total: total, elapsed: now - start, unit: unit)
    // A terminal wraps after the last column, and an echoed ^C takes two.
    let columns = width() - 3
    let line = state.line(label: label, columns: columns, usesBlocks: usesBlocks)
    let blank = String(repeating: " ", count: max(0, min(drawnWidth, columns) - line.count))
    write("\r\(line)\(blank)")
    drawnWidth = line.count
  }

  /// Restarts the line with another label and unit, if the label differs.
  mutating func relabel(_ label: String, counting unit: Unit = .bytes) {
    guard label != self.label else { return }
    (self.label, self.unit) = (label, unit)
    start = nil
    lastDrawn = nil
  }

  /// Erases the line, at the end and before other text is written.
  mutating func erase() {
    guard drawnWidth > 0 else { return }
    write("\r\(String(repeating: " ", count: min(drawnWidth, max(0, width() - 1))))\r")
    drawnWidth = 0
  }
}

/// A progress line that any thread may update.
final class SharedProgressLine: Sendable {
  private let line: Mutex<ProgressLine>

  init(_ line: consuming sending ProgressLine) {
    self.line = Mutex(line)
  }

  /// Shows that `completed` of `total` are done, under `label` if given.
  func update(
    _ label: String? = nil, counting unit: ProgressLine.Unit = .bytes, completed: Int64,
    total: Int64?
  ) {
    line.withLock { line in
      if let label { line.relabel(label, counting: unit) }
      line.update(completed: completed, total: total, at: .now)
    }
  }

  func erase() {
    line.withLock { $0.erase() }
  }
}
