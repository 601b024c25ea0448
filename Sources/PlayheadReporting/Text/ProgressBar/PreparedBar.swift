import PlayheadModel

/// A bar with its glyphs in UTF-8, to be written again and again.
struct PreparedBar {
  private let cells: BarCells
  /// Columns at the end that no cell of two columns fits into.
  private let spare: Int
  /// The glyphs in the order of ``Glyph``, the edges behind them, each as often as there are cells;
  /// in one array, as this is copied for each row.
  private let glyphs: [[UInt8]]
  private let colors: ProgressBar.Colors?

  /// Where a glyph stands.
  private enum Glyph {
    static let played = 0
    static let passed = 1
    static let thumb = 2
    static let buffered = 3
    static let track = 4
    static let edges = 5
  }

  init(_ bar: ProgressBar) {
    let style = bar.style
    let width = DisplayWidth(ambiguous: bar.ambiguousWidth)
    let glyphs =
      [style.played, style.passed, style.thumb, style.buffered, style.track] + style.edges
    let cellWidth = max(1, glyphs.map(width.columns).max() ?? 1)
    // A glyph narrower than the cell is repeated, and then filled up.
    func drawn(_ glyph: Character) -> [UInt8] {
      let columns = width.columns(of: glyph)
      let times = columns > 0 ? cellWidth / columns : 0
      let text = String(repeating: String(glyph), count: times)
      return Array((text + spaces(cellWidth - times * columns)).utf8)
    }
    cells = BarCells(
      count: bar.width / cellWidth, parts: style.edges.count + 1, showsThumb: bar.showsThumb,
      dividesRanges: bar.colors != nil && !style.edges.isEmpty)
    spare = bar.width % cellWidth
    let count = cells.count
    self.glyphs = glyphs.map { glyph in
      let bytes = drawn(glyph)
      return (0..<count).flatMap { _ in bytes }
    }
    colors = bar.colors
  }

  /// A bar in the standard colours but for what is played.
  init(width: Int, progress: ProgressBar.Color?, _ style: TextStyle) {
    var colors = ProgressBar.Colors.standard
    colors.progress = progress
    self.init(
      ProgressBar(
        width: width, style: style.usesUnicode ? .blocks : .ascii,
        colors: style.usesColor ? colors : nil, showsThumb: !style.usesUnicode,
        ambiguousWidth: style.ambiguousWidth))
  }

  func write(
    progress: Ratio, loaded: TimeRangeSet, of duration: MediaTime, to buffer: inout TextBuffer
  ) {
    var paint: Paint?
    var rest = cells.cells(progress: progress, loaded: loaded, of: duration)[...]
    while let cell = rest.first {
      let following = rest.firstIndex { $0 != cell } ?? rest.endIndex
      let (glyph, wanted) = look(of: cell)
      if colors != nil, paint != wanted {
        if let paint, paint != Paint() { buffer.write(Paint.reset) }
        buffer.write(wanted.sequence)
        paint = wanted
      }
      let bytes = glyphs[glyph].count / cells.count * (following - rest.startIndex)
      buffer.write(glyphs[glyph].prefix(bytes))
      rest = rest[following...]
    }
    if let paint, paint != Paint() { buffer.write(Paint.reset) }
    buffer.writeSpaces(spare)
  }

  /// The colours of a cell.
  private struct Paint: Equatable {
    var front: ProgressBar.Color?
    var ground: ProgressBar.Color?
    var isReversed = false
    var isDim = false

    static let reset = "\u{1B}[0m"

    var sequence: String {
      let codes = [
        isDim ? 2 : nil, isReversed ? 7 : nil, front?.rawValue, ground.map { $0.rawValue + 10 },
      ].compactMap(\.self)
      return codes.isEmpty ? "" : "\u{1B}[\(codes.map { "\($0)" }.joined(separator: ";"))m"
    }
  }

  private func look(of cell: BarCells.Cell) -> (glyph: Int, Paint) {
    // A glyph on a ground of its own colour is a plain area on the screen, and itself in a copy.
    let area = glyphs.count > Glyph.edges ? colors?.buffer : nil
    let track = Paint(front: colors?.track, isDim: colors?.isTrackDim ?? false)
    return switch cell {
    case .played: (Glyph.played, Paint(front: colors?.progress))
    case .passed: (Glyph.passed, track)
    case .thumb: (Glyph.thumb, Paint(front: colors?.thumb))
    case .buffered: (Glyph.buffered, Paint(front: colors?.buffer, ground: area))
    case .track: (Glyph.track, track)
    case .edge(let parts, let isOnBuffer):
      (Glyph.edges + parts - 1, Paint(front: colors?.progress, ground: isOnBuffer ? area : nil))
    case .bufferEnd(let parts): (Glyph.edges + parts - 1, Paint(front: colors?.buffer))
    case .bufferStart(let parts):
      (Glyph.edges + parts - 1, Paint(front: colors?.buffer, isReversed: true))
    }
  }
}
