import PlayheadAnalysis
import PlayheadModel

/// The inspection of a file for a person: what is played and what it is priced on, the figures, and
/// the findings with what mends them.
struct InspectionText {
  let report: InspectionReport
  let style: TextStyle

  private var media: MediaDescription { report.setting.media }
  private var findings: [Finding] { report.inspection.findings }

  /// The text, with a newline at its end.
  var text: String {
    let parts = [
      HeaderText(report.setting, style: style).lines,
      FigureLines(report: report, style: style).lines,
      [style.set(verdict, in: .bold)],
    ]
    return (parts + findings.map(lines)).map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n") + "\n"
  }

  /// How many findings there are, by severity.
  private var verdict: String {
    let undecoded = media.decoding == nil ? " Not decoded: damaged frames are not looked for." : ""
    return Severity.counts(findings.map(\.severity)) + undecoded
  }

  /// The width of the column of severities.
  private static let nameWidth = 9

  private func lines(_ finding: Finding) -> [String] {
    let words = FindingWords(finding: finding, media: media, durations: style.durations)
    let plain = style.plain
    func row(_ name: String, _ text: String) -> [String] {
      WrappedRow(name: name, nameWidth: Self.nameWidth, style: plain).lines(text)
    }
    let parts = [
      finding.mediaTime.map { style.durations.text($0, places: 3) },
      finding.bytes.map { "byte \(groupedText($0.lowerBound))" },
    ].compactMap(\.self)
    let place = parts.isEmpty ? "" : " at " + parts.joined(separator: ", ")
    let head = row(finding.severity.rawValue, finding.rule.rawValue + place)
    // A command stays on one line, so that it can be copied.
    let command = words.command.map { [spaces(Self.nameWidth) + $0] } ?? []
    return head.enumerated().map { number, line in
      number == 0 ? style.set(line, in: finding.severity.color) : line
    }
      + row("", words.sentence) + row("", "It \(words.price).")
      + row("", words.advice.capitalizedFirst + (command.isEmpty ? "." : ":")) + command
  }
}

extension Severity {
  /// How many findings there are, as a sentence, the worst first.
  static func counts(_ severities: [Severity]) -> String {
    let counts = allCases.reversed().compactMap { severity -> String? in
      let count = severities.count { $0 == severity }
      return count > 0 ? counted(count, severity.rawValue) : nil
    }
    return counts.isEmpty ? "No findings." : counts.joined(separator: ", ") + "."
  }

  /// The colour of findings.
  var color: TextStyle.Color {
    switch self {
    case .error: .red
    case .warning: .yellow
    case .note: .dim
    }
  }
}
