import PlayheadAnalysis
import PlayheadModel
import PlayheadPictures

/// The minimum rate over the startup delay as a picture, with the frames that decide.
struct RequirementsScene {
  let report: RequirementsReport
  let durations: TextStyle.Durations

  /// In how many parts the axis of delays is drawn, besides at corners.
  private static let points = 480

  private var curve: RateCurve { report.requirements.curve }

  var scene: Scene {
    let length = RateCurveChart.length(of: report)
    let columns = TimeColumns(count: Self.points, length: length)
    let delays = (1...Self.points).map { columns.start(of: $0) }
    let rates = delays.map { curve.bound(startup: $0).rate }
    let top = RateCurveChart.top(of: rates)
    let corners = curve.corners.filter { $0.startup <= length && $0.rate <= top }
    var drawn: [Point] = zip(delays, rates).compactMap { delay, rate in
      rate.flatMap { $0 <= top ? Point(delay.axisPlace, $0.bitsPerSecond) : nil }
    }
    drawn += corners.map { Point($0.startup.axisPlace, $0.rate.bitsPerSecond) }
    // What the headline tells is read there, too.
    let isAskedInside = report.setting.startup <= length
    if let rate = report.requirements.rate.rate, isAskedInside, rate <= top {
      drawn.append(Point(report.setting.startup.axisPlace, rate.bitsPerSecond))
    }
    drawn.sort { ($0.x, $1.y) < ($1.x, $0.y) }
    let axis = Axis(.rate, above: top.bitsPerSecond)
    let line = Folding.line(drawn, tolerance: SessionScene.tolerance(axis.end, .tall))
    let dots = corners.map { corner in
      Mark(
        "another frame decides from here on", .need,
        .sign(Point(corner.startup.axisPlace, corner.rate.bitsPerSecond), .dot),
        title: title(of: corner))
    }
    let asked = Mark(
      "startup asked for", .threshold, .place(report.setting.startup.axisPlace),
      title: "startup of \(durations.text(report.setting.startup))")
    let rate = report.requirements.rate
    let answer = rate.rate.flatMap { rate in
      rate <= top && isAskedInside
        ? Mark(
          "minimum rate", .playing,
          .sign(Point(report.setting.startup.axisPlace, rate.bitsPerSecond), .flag),
          title: "\(rate.text) or more") : nil
    }
    return Scene(
      title: "Minimum rate of \(report.setting.media.name.printable) by startup delay",
      axis: Axis(.time, to: length.axisPlace),
      panels: [
        Panel(
          "curve", title: "Minimum rate by startup delay",
          summary: "The minimum rate without a stall falls from \(top.text) or more to "
            + "\(rates.compactMap(\.self).last?.text ?? "none") with a startup of "
            + "\(durations.text(length))",
          axis: axis, height: .tall,
          marks: [
            Mark(nil, .buffer, .area(line)), Mark("never stalls above", .buffer, .line(line)),
          ] + (isAskedInside ? [asked] : []) + dots + [answer].compactMap(\.self))
      ])
  }

  private func title(of corner: RateCurve.Corner) -> String {
    let frame = corner.frame
    return
      "startup \(durations.text(corner.startup, places: 3)), "
      + "\(corner.rate.figuresText): the frame at "
      + "\(durations.text(frame.mediaTime, places: 3)) decides, which needs the bytes before "
      + groupedText(frame.endOffset)
  }
}

/// The requirements of a file as a document to look at.
struct RequirementsPage {
  let report: RequirementsReport
  let durations: TextStyle.Durations

  var page: Page {
    let style = SessionPage.style(durations)
    let text = RequirementsText(report: report, style: style)
    let head =
      Markup.element("h1", [:], text: text.sentence)
      + .element("p", ["class": "subject"], text: report.setting.media.name.printable)
    let corners = CornerTable(report.requirements.curve, style, maximum: 200)
    let buckets = BucketTable(report, style)
    return Page(
      title: "Requirements of \(report.setting.media.name.printable)", head: head,
      sections: [
        Page.Section("bounds", "What it needs", .facts(text.facts)),
        Page.Section(
          "curve", "Rate against startup",
          ScenePicture.hint(hasStalls: false)
            + ScenePicture(
              RequirementsScene(report: report, durations: durations).scene, id: "rates",
              isZoomable: true
            ).markup
            + .details(
              "Corners of the curve as a table",
              .table(
                caption: "Minimum rate by startup delay: a frame decides from its row to the next",
                heading: CornerTable.heading, texts: corners.rows))),
        Page.Section(
          "buckets", "Leaky buckets",
          .table(
            caption: "Leaky bucket (H.264, Annex C) by rate", heading: BucketTable.heading,
            words: [0, 1], texts: buckets.rows)),
        Page.Section(
          "setting", "What was read",
          .facts(HeaderText(report.setting, style: style).rows.map { ($0.name, $0.text) })),
      ], json: RequirementsJSON.bytes(report), generator: SessionPage.words(nil))
  }
}
