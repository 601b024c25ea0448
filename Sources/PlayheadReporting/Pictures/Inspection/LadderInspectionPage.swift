import PlayheadAnalysis
import PlayheadLadder
import PlayheadModel
import PlayheadPictures

/// Inspections of ladders as a document to look at: what each level declares and has.
struct LadderInspectionPage {
  let ladders: [InspectedLadder]
  let durations: TextStyle.Durations

  private var style: TextStyle { SessionPage.style(durations) }

  var page: Page {
    Page(
      ofInspections: ladders.map(\.name), of: "ladder",
      severities: ladders.compactMap(\.report).flatMap { $0.inspection.findings.map(\.severity) },
      sections: ladders.enumerated().map(section), json: InspectionFormat.json(ladders))
  }

  private func section(_ number: Int, _ ladder: InspectedLadder) -> Page.Section {
    guard case .report(let report) = ladder.outcome else {
      let reason: String = if case .failure(let reason) = ladder.outcome { reason } else { "" }
      return Page.Section("ladder\(number)", ladder.name.printable, .uninspected(reason))
    }
    let text = LadderInspectionText(report: report, style: style)
    let findings = report.inspection.findings.enumerated().map { number, finding in
      let words = LadderFindingWords(
        finding: finding, ladder: report.subject.media.ladder, durations: durations)
      return Markup.finding(
        number + 1, finding.severity, finding.severity.title(of: finding.rule.rawValue),
        [words.sentence, words.limit, words.price].map {
          Markup.element("p", [:], text: $0)
        }.joined)
    }
    let panels = report.subject.media.ladder.lanes.map { panel($0, report.subject.media.ladder) }
    let scene = Scene(
      title: "Segments of \(report.subject.media.name.printable)",
      axis: Axis(.time, to: report.subject.media.ladder.duration.axisPlace), panels: panels)
    let header = report.header(style)
    return Page.Section(
      "ladder\(number)", ladder.name.printable,
      .element("ol", ["class": "waits"], findings.joined)
        + ScenePicture(scene, id: "segments\(number)", isZoomable: true).markup
        + .details("Figures", .facts(text.figureRows), isOpen: true)
        + .details("What was inspected", .facts(header.rows.map { ($0.name, $0.text) })))
  }

  /// The bit rate of each segment, with what its level declares.
  private func panel(_ lane: LadderLane, _ ladder: Ladder) -> Panel {
    var marks: [Mark] = []
    let declared = declared(of: lane, in: ladder)
    for (number, level) in lane.levels.enumerated() {
      let tone = ComparisonScene.tone(number)
      var points: [Point] = []
      for segment in level.segments {
        let range = segment.declared
        guard let rate = BitRate(bytes: segment.resource.bytes, over: range.end - range.start)
        else { continue }
        points.append(Point(range.start.axisPlace, rate.bitsPerSecond))
        points.append(Point(range.end.axisPlace, rate.bitsPerSecond))
      }
      let name = "level \(LevelBar.sign(of: number))"
      marks.append(
        Mark(name, tone, .steps(Folding.steps(points, limit: 4000)), title: name))
      if let declared, level.bitRate > .zero {
        marks.append(
          Mark(
            declared, .threshold, .level(level.bitRate.bitsPerSecond),
            title: "\(name): \(declared) \(level.bitRate.text)"))
      }
    }
    let most = declared == nil ? 0 : lane.levels.map(\.bitRate.bitsPerSecond).max() ?? 0
    let highest =
      marks.flatMap { mark -> [Int64] in
        if case .steps(let points) = mark.shape { points.map(\.y) } else { [] }
      }.max() ?? 0
    let prefix = lane.prefix(ladder)
    return Panel(
      prefix.isEmpty ? "video" : "audio",
      title: "Bit rate of segments" + (prefix.isEmpty ? "" : ", audio"),
      summary:
        "The bit rate of each segment of \(counted(lane.levels.count, "level")) over media time"
        + (declared == nil ? "" : ", with the declared ones"),
      axis: Axis(.rate, above: max(most, highest)),
      height: .tall, marks: marks)
  }

  /// What the declared rates of a lane's levels are; `nil` if they declare none.
  ///
  /// Variants of HLS declare what they take with their sound, whose renditions declare nothing.
  private func declared(of lane: LadderLane, in ladder: Ladder) -> String? {
    guard ladder.format == .hls, ladder.lanes.count > 1 else { return "declared" }
    return lane.kind == .audio ? nil : "declared with sound"
  }
}
