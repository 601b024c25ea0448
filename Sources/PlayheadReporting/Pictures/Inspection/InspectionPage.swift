import PlayheadAnalysis
import PlayheadModel
import PlayheadPictures

/// Inspections of files as a document to look at: each file as a strip of bytes and its rate over
/// time, with findings at their place.
struct InspectionPage {
  let files: [InspectedFile]
  let durations: TextStyle.Durations

  private var style: TextStyle { SessionPage.style(durations) }

  var page: Page {
    Page(
      ofInspections: files.map(\.name), of: "file",
      severities: files.compactMap(\.report).flatMap { $0.inspection.findings.map(\.severity) },
      sections: files.enumerated().map(section), json: InspectionFormat.json(files))
  }

  private func section(_ number: Int, _ file: InspectedFile) -> Page.Section {
    let title = file.name.printable
    switch file.outcome {
    case .failure(let reason):
      return Page.Section("file\(number)", title, .uninspected(reason))
    case .report(let report):
      let media = report.setting.media
      let findings = report.inspection.findings.enumerated().map { place, finding in
        self.finding(place + 1, finding, media)
      }
      let figures = FigureLines(report: report, style: style).rows
      return Page.Section(
        "file\(number)", title,
        .element("h3", [:], text: Severity.counts(report.inspection.findings.map(\.severity)))
          + .element("ol", ["class": "waits"], findings.joined)
          + ScenePicture.hint(hasStalls: false)
          + ScenePicture(bytes(report), id: "bytes\(number)", isZoomable: true).markup
          + ScenePicture(rates(report), id: "rates\(number)", isZoomable: true).markup
          + .details("Figures", .facts(figures), isOpen: true)
          + .details(
            "What was inspected",
            .facts(HeaderText(report.setting, style: style).rows.map { ($0.name, $0.text) })))
    }
  }

  private func finding(_ number: Int, _ finding: Finding, _ media: MediaDescription) -> Markup {
    let words = FindingWords(finding: finding, media: media, durations: durations)
    let place = [
      finding.mediaTime.map { durations.text($0, places: 3) },
      finding.bytes.map { "byte \(groupedText($0.lowerBound))" },
    ].compactMap(\.self)
    let title =
      finding.severity.title(of: finding.rule.rawValue)
      + (place.isEmpty ? "" : " at " + place.joined(separator: ", "))
    let advice = words.advice.capitalizedFirst
    return .finding(
      number, finding.severity, title,
      .element("p", [:], text: "\(words.sentence) It \(words.price).")
        + .element("p", [:], text: advice + (words.command == nil ? "." : ":"))
        + (words.command.map(Markup.command) ?? .none))
  }

  /// The file as a strip of bytes.
  private func bytes(_ report: InspectionReport) -> Scene {
    let media = report.setting.media
    let end = max(1, media.index.bytes)
    let rows = Int64(report.strip.tracks.count) + 1
    var marks: [Mark] = []
    func block(_ range: ByteRange, _ row: Int64) -> Block {
      Block(
        x: range.lowerBound..<max(range.lowerBound + 1, range.upperBound),
        y: (rows - 1 - row) * 10 + 1..<(rows - row) * 10 - 1)
    }
    let indexes = media.index.containerIndexes ?? []
    if !indexes.isEmpty {
      marks.append(
        Mark(
          "index", .seeking, .blocks(indexes.map { block($0.range, 0) }),
          title: indexes.map {
            "\($0.name), \(byteText($0.range.count)) at byte \(groupedText($0.range.lowerBound))"
          }.joined(separator: "; ")))
    }
    if let padding = report.inspection.figures.padding, padding.count > 0 {
      marks.append(
        Mark(
          "padding", .paused, .blocks([block(padding, 0)]),
          title: "padding, \(byteText(padding.count))"))
    }
    for (row, entry) in report.strip.tracks.enumerated() {
      let track = media.index.tracks[entry.track]
      let tone: Tone = track.kind == .video ? .buffer : track.kind == .audio ? .playing : .startup
      marks.append(
        Mark(
          "\(track.kind.words) (track \(track.id))", tone,
          .blocks(entry.ranges.map { block($0, Int64(row) + 1) }),
          title: "\(track.kind.words), track \(track.id)"))
    }
    let findings = report.inspection.findings.enumerated().compactMap { number, finding in
      finding.bytes.map { bytes in
        band(number, finding, bytes.lowerBound...max(bytes.lowerBound, bytes.upperBound), media)
      }
    }
    return Scene(
      title: "Bytes of \(media.name.printable)", axis: Axis(.bytes, to: end), bands: findings,
      panels: [
        Panel(
          "layout", title: "Bytes in the file",
          summary:
            "Where index, padding and tracks lie among \(byteText(end)), "
            + "with findings at their place",
          axis: nil, top: rows * 10, height: rows > 2 ? .normal : .small, marks: marks)
      ])
  }

  /// The bit rate over the media.
  private func rates(_ report: InspectionReport) -> Scene {
    let media = report.setting.media
    let course = report.inspection.figures.course
    // Frames of a second or less each would be drawn one by one.
    let seconds = Int(clamping: course.duration.nanoseconds / 1_000_000_000)
    let count = max(1, min(course.bytes.count, max(8, seconds)))
    let rates = course.rates(columns: count)
    let end = course.duration.axisPlace
    var points = rates.enumerated().map { column, rate in
      Point(Int64(Int128(end) * Int128(column) / Int128(max(1, count))), rate.bitsPerSecond)
    }
    points.append(Point(end, points.last?.y ?? 0))
    let axis = Axis(.rate, above: points.map(\.y).max() ?? 0)
    let steps = Folding.steps(points, limit: 2 * count)
    let findings = report.inspection.findings.enumerated().compactMap { number, finding in
      finding.mediaTime.map { time in
        band(number, finding, time.axisPlace...time.axisPlace, media)
      }
    }
    let mean = report.inspection.figures.meanRate.map {
      Mark("mean", .threshold, .level($0.bitsPerSecond), title: "mean \($0.rounded.text)")
    }
    return Scene(
      title: "Bit rate of \(media.name.printable)", axis: Axis(.time, to: end), bands: findings,
      panels: [
        Panel(
          "rate", title: "Bit rate over time",
          summary:
            "The bit rate over media time, up to "
            + BitRate(bitsPerSecond: points.map(\.y).max() ?? 0).rounded.text,
          axis: axis,
          marks: [
            Mark(nil, .buffer, .area(SessionScene.filled(steps))),
            Mark("bit rate", .buffer, .steps(steps)),
          ] + [mean].compactMap(\.self))
      ])
  }

  private func band(
    _ number: Int, _ finding: Finding, _ range: ClosedRange<Int64>, _ media: MediaDescription
  ) -> Band {
    let words = FindingWords(finding: finding, media: media, durations: durations)
    return Band(range, finding.severity.tone, label: "\(number + 1)", title: words.sentence)
  }
}
