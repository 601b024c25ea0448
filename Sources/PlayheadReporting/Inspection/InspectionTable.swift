import PlayheadAnalysis
import PlayheadModel

/// Inspections of several files or ladders in a table: a row for each, and totals.
package struct InspectionTable {
  private let inspected: [Inspected]
  private let style: TextStyle

  /// The table of what was `inspected`.
  package init(_ inspected: [Inspected], style: TextStyle) {
    self.inspected = inspected
    self.style = style
  }

  /// The text, with a newline at its end.
  package var text: String {
    var table = table(names: inspected.map(\.name))
    if table.width > style.width {
      table = self.table(names: inspected.map(\.name).withoutFolders)
    }
    let fitting = table.fitting(style.width, dropping: [2, 1, 5, 4])
    return (fitting.lines(style) + [""] + totals).joined(separator: "\n") + "\n"
  }

  private func table(names: [String]) -> TextTable {
    TextTable(
      heading: ["", "length", "size", "errors", "warnings", "notes", "worst"],
      rows: zip(names, inspected).map { [$0] + cells($1) }, words: [0, 6],
      colors: inspected.map { Array(repeating: nil, count: 6) + [color(of: $0)] })
  }

  private func cells(_ inspected: Inspected) -> [String] {
    guard let report = inspected.report else {
      return ["", "", "", "", "", "not read"]
    }
    let findings = report.ranking
    func count(_ severity: Severity) -> String {
      let count = findings.count { $0.severity == severity }
      return count > 0 ? "\(count)" : "-"
    }
    return [
      style.durations.text(report.length, places: 2),
      byteText(report.bytes), count(.error), count(.warning), count(.note),
      worst(findings)?.rule.rawValue ?? "nothing found",
    ]
  }

  /// The first finding of the highest severity.
  private func worst(
    _ findings: [(severity: Severity, rule: InspectionRule)]
  ) -> (severity: Severity, rule: InspectionRule)? {
    let highest = findings.map(\.severity).max()
    return findings.first { $0.severity == highest }
  }

  private func color(of inspected: Inspected) -> TextStyle.Color? {
    guard let report = inspected.report else { return .red }
    return worst(report.ranking)?.severity.color
  }

  private var totals: [String] {
    let reports = inspected.compactMap(\.report)
    let counts = Severity.counts(reports.flatMap(\.ranking).map(\.severity))
    let unread = inspected.count - reports.count
    let words =
      "\(inspected.count) inspected: \(counts.prefix(1).lowercased() + counts.dropFirst())"
      + (unread > 0 ? " \(unread) could not be read." : "")
      + " --details shows what is said of each."
    return WrappedRow(name: "", nameWidth: 0, style: style.plain).lines(words)
  }
}
