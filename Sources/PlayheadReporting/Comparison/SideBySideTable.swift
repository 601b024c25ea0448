import PlayheadAnalysis

/// The metrics of a comparison in columns, one a session, or where there is no room a block a
/// session.
struct SideBySideTable {
  private let metrics: SideBySideMetrics
  private let names: [String]
  private let style: TextStyle

  init(report: SideBySideReport, style: TextStyle) {
    metrics = SideBySideMetrics(report, style.durations)
    names = report.namedRuns.map(\.name)
    self.style = style
  }

  /// The metrics that differ and the most important ones, and under them the names of the others.
  var lines: [String] {
    let tables = [table(withDifferences: true), table(withDifferences: false)]
    let table = tables.first { $0.width <= style.width }
    return (table.map { $0.lines(style) } ?? blocks) + sameLines
  }

  private var sameLines: [String] {
    guard !metrics.same.isEmpty else { return [] }
    let labels = metrics.same.map(\.shortLabel)
    return [""]
      + WrappedRow(name: "the same", nameWidth: 10, style: style.plain).lines(
        labels.joined(separator: ", "))
  }

  private func table(withDifferences: Bool) -> TextTable {
    var heading = [""]
    var words: Set<Int> = [0]
    for (number, name) in names.enumerated() {
      heading.append(name)
      guard number > 0 else { continue }
      if withDifferences { heading.append("\(name) - A") }
      words.insert(heading.count)
      heading.append("")
    }
    var rows: [[String]] = []
    var colors: [[TextStyle.Color?]] = []
    for row in metrics.rows {
      var cells = [row.metric.shortLabel]
      var cellColors: [TextStyle.Color?] = [nil]
      for (number, cell) in row.cells.enumerated() {
        var texts = [cell.value]
        if number > 0 { texts += (withDifferences ? [cell.difference] : []) + [cell.verdict] }
        cells += texts
        cellColors += texts.dropLast().map { _ in nil } + [number > 0 ? cell.color : nil]
      }
      rows.append(cells)
      colors.append(cellColors)
    }
    return TextTable(heading: heading, rows: rows, words: words, colors: colors)
  }

  /// A block for each session.
  private var blocks: [String] {
    names.enumerated().flatMap { number, name in
      [style.set(name, in: .bold)]
        + metrics.rows.flatMap { row -> [String] in
          let cell = row.cells[number]
          let parts = [cell.value, cell.difference, cell.verdict].filter { !$0.isEmpty }
          let lines = WrappedRow(name: "", nameWidth: 2, style: style.plain)
            .lines("\(row.metric.shortLabel): \(parts.joined(separator: ", "))")
          guard let color = cell.color, let last = lines.last, last.hasSuffix(cell.verdict) else {
            return lines
          }
          return lines.dropLast()
            + [last.dropLast(cell.verdict.count) + style.set(cell.verdict, in: color)]
        }
    }
  }
}
