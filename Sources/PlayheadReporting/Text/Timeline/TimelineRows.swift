import PlayheadModel

/// The rows of a timeline, with the marks that stand between them.
///
/// At one instant the tick comes last, so its row shows what came of the marks above it.
struct TimelineRows {
  let ticks: [Tick]
  private let marks: [TimelineMark]
  /// How many marks stand before each row.
  private let ends: [Int]

  init(ticks: [Tick], marks: [TimelineMark]) {
    self.ticks = ticks
    self.marks = marks
    var next = 0
    var ends: [Int] = []
    ends.reserveCapacity(ticks.count)
    for (number, tick) in ticks.enumerated() {
      let end = marks[next...].firstIndex { $0.wallTime > tick.wallTime } ?? marks.endIndex
      // It reads better if what was before the first request comes first.
      let isBeforeFirstRequest = number == 0 && marks[..<end].allSatisfy { $0.kind == .request }
      if !isBeforeFirstRequest { next = end }
      ends.append(next)
    }
    self.ends = ends
  }

  /// The marks between a row and the one before it.
  func marks(before row: Int) -> ArraySlice<TimelineMark> {
    marks[(row == 0 ? 0 : ends[row - 1])..<ends[row]]
  }

  /// The marks after the last row.
  var lastMarks: ArraySlice<TimelineMark> { marks[(ends.last ?? 0)...] }
}
