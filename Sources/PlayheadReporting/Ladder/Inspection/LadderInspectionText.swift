import PlayheadAnalysis
import PlayheadLadder
import PlayheadModel

/// The inspection of a ladder for a person: what it is and what findings are priced on, the figures
/// of each level, and the findings.
struct LadderInspectionText {
  let report: LadderInspectionReport
  let style: TextStyle

  private var ladder: Ladder { report.subject.media.ladder }
  private var findings: [LadderFinding] { report.inspection.findings }

  /// The text, with a newline at its end.
  var text: String {
    let parts = [
      report.header(style).lines,
      figures,
      [style.set(Severity.counts(findings.map(\.severity)), in: .bold)],
    ]
    return (parts + findings.map(lines) + [correctedVariants]).filter { !$0.isEmpty }.map {
      $0.joined(separator: "\n")
    }
    .joined(separator: "\n\n") + "\n"
  }

  /// The corrected tags, each on a line of its own that can be copied.
  private var correctedVariants: [String] {
    let variants = report.inspection.correctedVariants
    guard !variants.isEmpty else { return [] }
    return WrappedRow(name: "", nameWidth: 0, style: style.plain).lines(
      "As measured, the multivariant playlist would have:"
    ).map { style.set($0, in: .bold) } + variants.map(\.tag.printable)
  }

  private var figures: [String] {
    ladder.lanes.enumerated().flatMap { number, lane in
      lane.levels.indices.flatMap { level in
        WrappedRow(name: "\(lane.prefix(ladder))level \(level)", nameWidth: 14, style: style).lines(
          facts(report.inspection.figures[number][level]),
          separator: style.usesUnicode ? " · " : ", ")
      }
    }
  }

  /// The figures of each level, by its name.
  var figureRows: [(name: String, text: String)] {
    ladder.lanes.enumerated().flatMap { number, lane in
      lane.levels.indices.map { level in
        (
          "\(lane.prefix(ladder))level \(level)",
          facts(report.inspection.figures[number][level]).joined(separator: " · ")
        )
      }
    }
  }

  private func facts(_ figures: LevelFigures) -> [String] {
    [
      rate("peak", figures.peak, declared: figures.declaredPeak),
      rate("average", figures.average, declared: figures.declaredAverage),
      figures.includesAudio ? "with audio" : nil,
      lengths(figures), "\(counted(figures.segmentCount, "segment")), \(byteText(figures.bytes))",
    ].compactMap(\.self)
  }

  private func rate(_ name: String, _ rate: BitRate?, declared: BitRate?) -> String? {
    guard let rate else { return declared.map { "\(name) unknown, \($0.text) declared" } }
    return "\(name) \(rate.rounded.text)" + (declared.map { ", \($0.text) declared" } ?? "")
  }

  private func lengths(_ figures: LevelFigures) -> String {
    func text(_ time: MediaTime) -> String { style.durations.text(time, places: 3) }
    return figures.shortest == figures.longest
      ? "segments of \(text(figures.longest))"
      : "segments of \(text(figures.shortest)) to \(text(figures.longest)), mean "
        + text(figures.mean)
  }

  private func lines(_ finding: LadderFinding) -> [String] {
    let words = LadderFindingWords(finding: finding, ladder: ladder, durations: style.durations)
    func row(_ name: String, _ text: String) -> [String] {
      WrappedRow(name: name, nameWidth: 9, style: style.plain).lines(text)
    }
    let head = row(finding.severity.rawValue, finding.rule.rawValue)
    return head.map { style.set($0, in: finding.severity.color) }
      + row("", words.sentence) + row("", words.limit) + row("", words.price)
  }
}
