import PlayheadAnalysis
import PlayheadModel
import PlayheadPictures

/// A comparison as a document to look at.
struct ComparisonPage {
  let report: SideBySideReport
  let durations: TextStyle.Durations

  var page: Page {
    let text = SideBySideText(
      report: report, style: SessionPage.style(durations), contents: .summary)
    let sentences = text.sentences
    let head =
      Markup.element("h1", [:], text: sentences.first ?? "")
      + sentences.dropFirst().map { Markup.element("p", ["class": "lead"], text: $0) }.joined
    return Page(
      title: sentences.first ?? "Comparison", head: head,
      sections: [
        Page.Section("sessions", "What was compared", facts),
        Page.Section(
          "pictures", "Over time",
          ScenePicture.hint(hasStalls: true)
            + ScenePicture(
              ComparisonScene(report: report, durations: durations).scene, id: "sessions-over-time",
              isZoomable: true
            ).markup),
        Page.Section("parting", "Where they part, and why", partings),
        Page.Section("metrics", "Figures", metrics),
      ], json: SideBySideJSON.bytes(report), generator: SessionPage.words(nil))
  }

  private var facts: Markup {
    let facts = SideBySideFacts(report, durations)
    func row(_ label: String, _ row: SideBySideFacts.Row) -> (name: String, text: String) {
      (label, row.facts.joined(separator: " · "))
    }
    let own = zip(report.namedRuns, facts.own).flatMap { named, rows in
      rows.map { row("\(named.name) \($0.label)", $0) }
    }
    return .facts(own + facts.common.map { row("\($0.label)", $0) })
  }

  private var partings: Markup {
    report.namedComparisons.map { name, comparison -> Markup in
      let lines = PartingText(comparison, name: name, report: report, durations: durations).lines
      let words = lines.isEmpty ? ["does not part from A."] : lines
      return .element(
        "div", ["class": "wait"],
        .element("p", [:], .element("strong", [:], text: "\(name) \(words[0])"))
          + words.dropFirst().map { Markup.element("p", [:], text: $0) }.joined)
    }.joined
  }

  private var metrics: Markup {
    let metrics = SideBySideMetrics(report, durations)
    let names = report.namedRuns.map(\.name)
    let heading = ["metric", "A"] + names.dropFirst().flatMap { [$0, "\($0) − A", "verdict"] }
    let rows = metrics.rows.map { row in
      [Markup.text(row.metric.label), .text(row.cells[0].value)]
        + row.cells.dropFirst().flatMap { cell in
          [
            .text(cell.value), .text(cell.difference),
            .verdict(cell.verdict, Self.tone(cell.verdict)),
          ]
        }
    }
    let words = Set([0] + names.indices.dropFirst().map { $0 * 3 + 1 })
    let same = metrics.same.map(\.label).joined(separator: ", ")
    return .table(
      caption: "Metrics that differ or matter", heading: heading, words: words, rows: rows)
      + (same.isEmpty
        ? .none : .element("p", ["class": "quiet"], text: "The same in all: \(same)."))
  }

  private static func tone(_ verdict: String) -> Tone {
    switch verdict {
    case MetricChange.Verdict.better.rawValue: .good
    case MetricChange.Verdict.worse.rawValue: .bad
    case MetricChange.Verdict.changed.rawValue: .warning
    default: .paused
    }
  }
}
