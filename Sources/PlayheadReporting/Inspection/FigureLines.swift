import PlayheadAnalysis
import PlayheadModel

/// The figures of an inspection, a row for each of a file, or for each level of a ladder.
struct FigureLines {
  private let style: TextStyle
  private let facts: [(name: String, facts: [String])]
  /// The bytes of a file over its duration.
  private let course: RateCourse?

  init(_ report: InspectionReport, style: TextStyle) {
    self.style = style
    switch report.content {
    case .file(let file):
      facts = FileFigureFacts(file: file, durations: style.durations).facts
      course = file.inspection.figures.course
    case .ladder(let ladder):
      facts = LevelFigureFacts(ladder: ladder, durations: style.durations).facts
      course = nil
    }
  }

  private static let nameWidth = 14

  var lines: [String] {
    let separator = style.usesUnicode ? " · " : ", "
    return facts.flatMap { name, facts -> [String] in
      let row = WrappedRow(name: name, nameWidth: Self.nameWidth, style: style)
      return (facts.isEmpty ? [] : row.lines(facts, separator: separator))
        + (name == FileFigureFacts.rates ? sparkline : [])
    }
  }

  /// The figures, by name; those that there are.
  var rows: [(name: String, text: String)] {
    facts.filter { !$0.facts.isEmpty }.map { ($0.name, $0.facts.joined(separator: " · ")) }
  }

  /// The rate over the duration, in blocks as high as their share of the highest.
  private var sparkline: [String] {
    let isNarrow = style.width - Self.nameWidth < 16
    let margin = isNarrow ? 0 : Self.nameWidth
    let rates = course?.rates(columns: max(1, min(64, style.width - margin))) ?? []
    guard let top = rates.max(), top > .zero else { return [] }
    let glyphs = ColumnChart.glyphs(style)
    let steps = Int128(glyphs.count - 1)
    let cells = rates.map { rate in
      let height =
        (Int128(rate.bitsPerSecond) * steps + Int128(top.bitsPerSecond) - 1)
        / Int128(top.bitsPerSecond)
      return glyphs[Int(height)]
    }
    return [(spaces(margin) + String(cells)).withoutTrailingSpaces]
  }
}
