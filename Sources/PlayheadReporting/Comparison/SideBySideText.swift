import PlayheadAnalysis
import PlayheadModel

/// A comparison for a person: one sentence for each session, what is compared, the progress bars on
/// one time line, the metrics, and where and why the sessions part.
package struct SideBySideText {
  /// The parts of the text.
  package enum Contents: Hashable, Sendable {
    /// Everything; if it `folds`, a line stands for rows that differ only in times.
    case report(folds: Bool)
    /// Everything but the time line.
    case summary
  }

  let report: SideBySideReport
  let style: TextStyle
  let contents: Contents

  /// The text in UTF-8, with a newline at its end.
  var bytes: [UInt8] {
    var buffer = TextBuffer()
    buffer.write(lines: sentences.flatMap(bold) + [""] + header + [""])
    if case .report(let folds) = contents {
      let start = buffer.bytes.count
      SideBySideTimeline(report: report, style: style, folds: folds).write(to: &buffer)
      if buffer.bytes.count > start { buffer.write(lines: [""]) }
    }
    let parts = [
      SideBySideTable(report: report, style: style).lines, partings,
    ]
    buffer.write(lines: [
      parts.filter { !$0.isEmpty }.joined(separator: [""]).joined(separator: "\n")
    ])
    return buffer.bytes
  }

  private func bold(_ text: String) -> [String] {
    WrappedRow(name: "", nameWidth: 0, style: style.plain).lines(text)
      .map { style.set($0, in: .bold) }
  }

  // MARK: What is compared

  private var header: [String] {
    let facts = SideBySideFacts(report, style.durations)
    let own = zip(report.namedRuns, facts.own).flatMap { named, rows in
      rows.enumerated().flatMap { number, row in
        self.row(number == 0 ? named.name : "", row.facts)
      }
    }
    return own + facts.common.flatMap { row($0.label, $0.facts) }
  }

  private func row(_ name: String, _ facts: [String]) -> [String] {
    WrappedRow(name: name, nameWidth: 9, style: style).lines(
      facts, separator: style.usesUnicode ? " · " : ", ", names: 1)
  }

  // MARK: The result

  /// The result of each comparison in one sentence.
  var sentences: [String] {
    report.namedComparisons.map {
      "\($0.name) \(ComparisonVerdict($0.comparison, style.durations).text)."
    }
  }

  // MARK: Where they part

  private var partings: [String] {
    report.namedComparisons.flatMap { name, comparison -> [String] in
      let lines = PartingText(comparison, name: name, report: report, durations: style.durations)
        .lines
      return lines.enumerated().flatMap { number, line in
        WrappedRow(name: number == 0 ? name : "", nameWidth: 3, style: style).lines(line)
      }
    }
  }
}
