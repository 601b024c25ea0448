import PlayheadAnalysis
import PlayheadModel
import PlayheadPictures

/// Inspections as a document to look at: each file as a strip of bytes and its rate over time, with
/// findings at their place; of a ladder, what each level declares and has.
struct InspectionPage {
  let inspected: [Inspected]
  let durations: TextStyle.Durations

  private var style: TextStyle { SessionPage.style(durations) }

  var page: Page {
    let verdict = Severity.counts(inspected.compactMap(\.report).flatMap(\.ranking).map(\.severity))
    let counts = InspectedMedia.allCases.compactMap { media -> String? in
      let count = inspected.count { $0.media == media }
      return count > 0 ? counted(count, media.rawValue) : nil
    }
    let name =
      inspected.count == 1 ? inspected[0].name.printable : counts.joined(separator: " and ")
    return Page(
      title: "\(name): \(verdict)",
      head: Markup.element("h1", [:], text: verdict)
        + .element("p", ["class": "subject"], text: name),
      sections: inspected.enumerated().map(section), json: InspectionFormat.json(inspected),
      generator: SessionPage.words(nil))
  }

  private func section(_ number: Int, _ inspected: Inspected) -> Page.Section {
    let (id, title) = ("\(inspected.media.rawValue)\(number)", inspected.name.printable)
    switch inspected.outcome {
    case .failure(let reason):
      let verdict = Markup.verdict("cannot be inspected: \(reason.printable)", .bad)
      return Page.Section(id, title, .element("p", [:], verdict))
    case .report(let report):
      let findings = report.findings(durations)
      let pictures = pictures(of: report, findings).map { name, scene in
        ScenePicture(scene, id: "\(name)\(number)", isZoomable: true).markup
      }
      return Page.Section(
        id, title,
        .element("h3", [:], text: Severity.counts(findings.map(\.severity)))
          + .element("ol", ["class": "waits"], findings.enumerated().map(item).joined)
          + ScenePicture.hint(hasStalls: false) + pictures.joined
          + .details("Figures", .facts(FigureLines(report, style: style).rows), isOpen: true)
          + .details(
            "What was inspected", .facts(report.header(style).rows.map { ($0.name, $0.text) })))
    }
  }

  private func pictures(
    of report: InspectionReport, _ findings: [ReportedFinding]
  ) -> [(name: String, scene: Scene)] {
    switch report.content {
    case .file(let file):
      let scenes = InspectedFileScenes(file: file, findings: findings)
      return [("bytes", scenes.bytes), ("rates", scenes.rates)]
    case .ladder(let ladder):
      return [("segments", InspectedLadderScene(ladder: ladder.subject.media).scene)]
    }
  }

  private func item(_ number: Int, _ finding: ReportedFinding) -> Markup {
    let title = "\(finding.severity.rawValue.capitalizedFirst): \(finding.heading)"
    let words =
      finding.paragraphs.map { Markup.element("p", [:], text: $0) }.joined
      + (finding.command.map(Markup.command) ?? .none)
    return .element(
      "li", [:],
      .element(
        "span", ["class": "chip t-\(finding.severity.tone.rawValue)"], text: "\(number + 1)")
        + .element(
          "div", [:], .element("p", [:], .element("strong", [:], text: title)) + words))
  }
}

extension Severity {
  /// How findings look.
  var tone: Tone {
    switch self {
    case .error: .bad
    case .warning: .warning
    case .note: .paused
    }
  }
}
