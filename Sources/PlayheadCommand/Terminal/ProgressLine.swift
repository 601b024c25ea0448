/// A line on standard error that shows how far long work has come.
///
/// It holds no clock and knows no terminal: what it is given decides what it writes.
struct ProgressLine: Sendable {
  /// The least time between two drawings.
  static let interval = Duration.milliseconds(100)

  /// What is counted.
  enum Unit: Sendable {
    /// Bytes, of which so many a second are worth telling.
    case bytes
    /// Cases of a suite.
    case cases
  }

  private var label: String
  private let unit: Unit
  private let isVisible: Bool
  private let usesBlocks: Bool
  private let width: @Sendable () -> Int
  private let write: @Sendable (String) -> Void
  private var start: ContinuousClock.Instant?
  private var lastDrawn: ContinuousClock.Instant?
  /// The columns that are not blank on the screen.
  private var drawnWidth = 0

  /// A line that begins with `label`, in letters of one column.
  ///
  /// - Parameters:
  ///   - label: what is being done, such as `Reading`.
  ///   - unit: what is counted.
  ///   - isVisible: whether to write anything at all.
  ///   - usesBlocks: whether the bar may be of block characters.
  ///   - width: the columns of the terminal, asked at each drawing as a window can be resized.
  ///   - write: where the text goes.
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

  /// Shows that `completed` of `total` are done, unless it was drawn only just before.
  mutating func update(completed: Int64, total: Int64?, at now: ContinuousClock.Instant) {
    guard isVisible else { return }
    let start = start ?? now
    self.start = start
    // Nothing in the first moments: what is over soon needs no bar.
    if now - (lastDrawn ?? start) < Self.interval { return }
    lastDrawn = now
    let state = State(
      completed: completed, total: total, elapsed: now - start, unit: unit)
    // A terminal wraps once the last column is written, and what it shows of a typed ^C takes two.
    let columns = width() - 3
    let line = state.line(label: label, columns: columns, usesBlocks: usesBlocks)
    let blank = String(repeating: " ", count: max(0, min(drawnWidth, columns) - line.count))
    write("\r\(line)\(blank)")
    drawnWidth = line.count
  }

  /// Begins again with another label, if it is another.
  mutating func relabel(_ label: String) {
    guard label != self.label else { return }
    self.label = label
    start = nil
    lastDrawn = nil
  }

  /// Takes the line off the screen, before other words are written there and at the end.
  mutating func erase() {
    guard drawnWidth > 0 else { return }
    write("\r\(String(repeating: " ", count: min(drawnWidth, max(0, width() - 1))))\r")
    drawnWidth = 0
  }
}
