import PlayheadAnalysis
import PlayheadModel

/// An inspection for a person: what is played and what it is priced on, the figures, and the
/// findings with what mends them.
struct InspectionText {
  let report: InspectionReport
  let style: TextStyle

  /// The text, with a newline at its end.
  var text: String {
    let parts = [
      report.header(style).lines,
      FigureLines(report, style: style).lines,
      [style.set(verdict, in: .bold)],
    ]
    return (parts + report.findings(style.durations).map(lines) + [correctedVariants])
      .filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  /// How many findings there are, by severity.
  private var verdict: String {
    var isDecoded = true
    if case .file(let file) = report.content { isDecoded = file.media.decoding != nil }
    return Severity.counts(report.ranking.map(\.severity))
      + (isDecoded ? "" : " Not decoded: damaged frames are not looked for.")
  }

  /// The width of the column of severities.
  private static let nameWidth = 9

  private func lines(_ finding: ReportedFinding) -> [String] {
    func row(_ name: String, _ text: String) -> [String] {
      WrappedRow(name: name, nameWidth: Self.nameWidth, style: style.plain).lines(text)
    }
    let head = row(finding.severity.rawValue, finding.heading)
    // A command stays on one line, so that it can be copied.
    let command = finding.command.map { [spaces(Self.nameWidth) + $0] } ?? []
    return head.map { style.set($0, in: finding.severity.color) }
      + finding.paragraphs.flatMap { row("", $0) } + command
  }

  /// The corrected tags of a multivariant playlist, each on a line of its own that can be copied.
  private var correctedVariants: [String] {
    guard case .ladder(let ladder) = report.content else { return [] }
    let variants = ladder.inspection.figures.correctedVariants
    guard !variants.isEmpty else { return [] }
    return WrappedRow(name: "", nameWidth: 0, style: style.plain).lines(
      "As measured, the multivariant playlist would have:"
    ).map { style.set($0, in: .bold) } + variants.map(\.tag.printable)
  }
}
