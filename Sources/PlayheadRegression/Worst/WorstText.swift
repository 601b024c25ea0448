import PlayheadAnalysis
import PlayheadFiles
import PlayheadLadder
import PlayheadModel
package import PlayheadReporting

/// The least changes to a network for a person: a row for each family, then how they are known.
package struct WorstText {
  private let report: WorstReport
  private let style: TextStyle

  /// What to write of `report`.
  package init(_ report: WorstReport, _ style: TextStyle) {
    self.report = report
    self.style = style
  }

  /// The text, with a newline at its end.
  package var text: String {
    (header + [""] + table + [""] + notes).joined(separator: "\n") + "\n"
  }

  private var header: [String] {
    let own = report.suiteCase
    let expected = own.expectations.map(\.text).joined(separator: ", ")
    let network = NetworkFacts(
      profile: report.profile, asked: report.network.text, durations: style.durations)
    return row("media", [own.media.name.printable])
      + row("network", network.facts + [own.transport.fact])
      + row("player", [own.player.name.printable, own.rule.map { "rule \($0.text)" }])
      + row("expects", [expected]) + row("now", [outcome(report.session)])
  }

  private func row(_ name: String, _ facts: [String?]) -> [String] {
    WrappedRow(name: name, nameWidth: 9, style: style).lines(
      facts.compactMap(\.self), separator: style.usesUnicode ? " · " : ", ",
      names: ["expects", "now"].contains(name) ? 0 : 1)
  }

  // MARK: The changes

  private var table: [String] {
    let heading = ["change", "least that breaks it", "then"]
    let rows = report.findings.map { finding in
      [
        Self.name(of: finding.worst), least(finding.worst),
        finding.session.map(outcome) ?? (finding.worst.isComplete ? "holds" : "unknown"),
      ]
    }
    let table = TextTable(heading: heading, rows: rows, words: [0, 1, 2])
    guard table.width > style.width else { return table.lines(style) }
    return rows.flatMap { cells in
      WrappedRow(name: cells[0], nameWidth: 13, style: style).lines(
        [cells[1], cells[2]], separator: style.usesUnicode ? " · " : ", ")
    }
  }

  private static func name(of worst: WorstCase) -> String {
    switch worst.family {
    case .rates: "rates"
    case .latency: "latency"
    case .dip: "dip by \((worst.depth ?? .one).percentText)"
    case .outage: "outage"
    case .request: "request"
    case .window: "window"
    }
  }

  private func least(_ worst: WorstCase) -> String {
    guard let change = worst.change else { return none(worst) }
    switch change {
    case .scaled(let share): return "\(share.percentText) of them"
    case .rate(let rate): return rate.text
    case .latency(let added): return "\(time(added)) more"
    case .dip(let start, let length, _): return "\(time(length)) at \(time(start))"
    case .lost(let fault): return "lost, \(fault.text)"
    case .window(let start, let length): return "\(time(length)) from \(time(start)) on"
    }
  }

  private func none(_ worst: WorstCase) -> String {
    guard worst.isComplete else { return "none found" }
    guard case .grid(let grid) = worst.evidence, let last = grid.sizes.last else {
      return worst.evidence == .exact ? "none, however long" : "none"
    }
    return worst.family == .rates ? "none" : "none up to \(time(WallTime(nanoseconds: last)))"
  }

  private func time(_ time: WallTime) -> String { style.durations.text(time) }

  private func outcome(_ session: CheckedSession) -> String {
    let failed = session.results.filter { !$0.holds && $0.expectation.level != .off }
    let results = failed.isEmpty ? session.results : failed
    let words = results.map { result in
      report.suiteCase.expectations.count == 1 || result.actualText == result.expectation.text
        ? result.actualText : "\(result.expectation.text): \(result.actualText)"
    }.joined(separator: ", ")
    return (failed.isEmpty ? "holds, " : "") + words
  }

  // MARK: How they are known

  private var notes: [String] {
    let exact = report.findings.filter { $0.worst.evidence == .exact }
    let gridded = report.findings.filter { $0.worst.evidence != .exact }
    var notes: [(String, String)] = []
    if !exact.isEmpty {
      notes.append(
        (
          "exact",
          "\(names(exact)): by closed form; 1 ns or 1 bit/s less holds, as playing it shows"
        ))
    }
    if !gridded.isEmpty {
      let count = gridded.reduce(0) { $0 + $1.worst.sessionCount }
      notes.append(
        (
          "searched",
          "\(names(gridded)): \(counted(count, "session")) played, all smaller changes on the grid "
            + "among them" + places(gridded)
        ))
    }
    let cut = gridded.filter { !$0.worst.isComplete }
    if !cut.isEmpty {
      notes.append(("unknown", "\(names(cut)): --budget was used up before all were played"))
    }
    return notes.flatMap { name, text in
      WrappedRow(name: name, nameWidth: 9, style: style.plain).lines(text)
    }
  }

  private func places(_ findings: [WorstReport.Finding]) -> String {
    for case .grid(let grid) in findings.map(\.worst.evidence) {
      if let step = grid.placeStep { return "; places \(time(step)) apart" }
      if grid.placeCount > 1, findings.contains(where: { $0.worst.family == .window }) {
        return "; at \(counted(grid.placeCount, "place")) where the rate changes"
      }
    }
    return ""
  }

  private func names(_ findings: [WorstReport.Finding]) -> String {
    findings.map { Self.name(of: $0.worst) }.wordList(or: false)
  }
}
