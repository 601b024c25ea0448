import PlayheadModel

/// What is to be seen in each cell of a bar.
///
/// A cell is divided into `parts`, an eighth each for eight, and all positions are in such parts.
struct BarCells {
  /// One cell.
  enum Cell: Equatable {
    case played, passed, thumb, buffered, track
    /// The played part ends this many eighths into the cell; `isOnBuffer` if the rest is loaded.
    case edge(Int, isOnBuffer: Bool)
    /// The loaded part ends this many eighths into the cell.
    case bufferEnd(Int)
    /// The loaded part begins this many eighths into the cell.
    case bufferStart(Int)
  }

  let count: Int
  let parts: Int
  let showsThumb: Bool
  /// Whether the ends of what is loaded behind the playhead can be shown within a cell.
  let dividesRanges: Bool

  /// The cells for a share played and what of `duration` is loaded.
  func cells(progress: Ratio, loaded: TimeRangeSet, of duration: MediaTime) -> [Cell] {
    guard count > 0 else { return [] }
    let playhead = Int(min(max(progress.millionths, 0), 1_000_000)) * count * parts / 1_000_000
    // The cell that the playhead is in; without a thumb there is none at the end.
    let place = showsThumb ? min(count - 1, playhead / parts) : playhead / parts
    var cells = [Cell](repeating: .passed, count: place)
    cells += [Cell](repeating: .track, count: count - place)
    var isOnBuffer = false
    if duration > .zero {
      let span = Span(length: duration, parts: count * parts)
      for range in loaded.ranges where range.start < duration {
        for cell in span.cells(touchedBy: range, parts).clamped(to: 0..<place) {
          cells[cell] = .played
        }
        let (start, end) = (span.first(range.start), span.last(range.end))
        draw(start, end, behind: place, &cells)
        if span.last(range.start) <= playhead, end >= (place + 1) * parts { isOnBuffer = true }
      }
    }
    if showsThumb {
      cells[place] = .thumb
    } else if playhead % parts > 0 {
      cells[place] = .edge(playhead % parts, isOnBuffer: isOnBuffer)
    }
    return cells
  }

  /// Draws a range that fills the parts from `start` to `end`, as far as it lies behind `place`.
  private func draw(_ start: Int, _ end: Int, behind place: Int, _ cells: inout [Cell]) {
    let first = (start + parts - 1) / parts
    let last = end / parts
    guard start < end, first <= last else { return }
    for cell in (first..<last).clamped(to: place..<count) { cells[cell] = .buffered }
    guard dividesRanges else { return }
    func set(_ cell: Int, _ value: Cell) {
      guard cell >= place, cell < count, cells[cell] == .track else { return }
      cells[cell] = value
    }
    if start % parts > 0 { set(first - 1, .bufferStart(start % parts)) }
    if end % parts > 0 { set(last, .bufferEnd(end % parts)) }
  }

  /// A length of media and the parts that it is drawn in.
  private struct Span {
    let length: Int64
    let parts: Int

    init(length: MediaTime, parts: Int) {
      self.length = length.nanoseconds
      self.parts = parts
    }

    /// The first part that begins at or after `time`.
    func first(_ time: MediaTime) -> Int {
      let scaled = scaled(time)
      return scaled.quotient + (scaled.remainder > 0 ? 1 : 0)
    }

    /// The parts that end by `time`.
    func last(_ time: MediaTime) -> Int { scaled(time).quotient }

    /// The cells of `perCell` parts that share more than a point with `range`.
    func cells(touchedBy range: TimeRange, _ perCell: Int) -> Range<Int> {
      let start = scaled(range.start).quotient / perCell
      let end = (first(range.end) + perCell - 1) / perCell
      return start..<max(start, end)
    }

    private func scaled(_ time: MediaTime) -> (quotient: Int, remainder: Int) {
      let held = min(max(time.nanoseconds, 0), length)
      let wide = held.multipliedFullWidth(by: Int64(parts))
      let (quotient, remainder) = length.dividingFullWidth(wide)
      return (Int(quotient), Int(remainder))
    }
  }
}
