import PlayheadAnalysis
import PlayheadLadder
import PlayheadModel
import PlayheadPictures

/// The latency and the stalls of a live event over how far from its edge the player stays.
struct HoldBackScene {
  let report: HoldBackReport
  let durations: TextStyle.Durations

  private var curve: HoldBackCurve { report.curve }

  private func text<Clock>(_ time: Time<Clock>) -> String { durations.text(time, places: 3) }

  var scene: Scene {
    let end = curve.points.last.map { $0.holdBack + HoldBackCurve.spacing } ?? .zero
    return Scene(
      title: "Live latency of \(report.subject.media.name.printable) by hold-back",
      axis: Axis(.time, to: end.axisPlace), panels: [latencyPanel, stallPanel])
  }

  private var latencyPanel: Panel {
    func line(_ value: (LiveLatency) -> MediaTime) -> [Point] {
      curve.points.compactMap { point in
        point.latency.map { Point(point.holdBack.axisPlace, value($0).axisPlace) }
      }
    }
    let (mean, most) = (line(\.mean), line(\.percentile95))
    let axis = Axis(.time, above: (mean + most).map(\.y).max() ?? 0)
    var marks = [
      Mark(nil, .buffer, .area(mean)), Mark("mean", .buffer, .line(mean)),
      Mark("95 % within", .other, .line(most)),
    ]
    if let bound = curve.bound, bound.latency.axisPlace <= axis.end {
      marks.append(
        Mark(
          "least possible", .threshold, .level(bound.latency.axisPlace),
          title: "in no player below \(text(bound.latency))"))
    }
    return Panel(
      "latency", title: "Live latency by hold-back",
      summary: "Live latency by hold-back: "
        + HoldBackText(report: report, style: SessionPage.style(durations)).verdict,
      axis: axis, height: .tall, marks: marks + answers)
  }

  /// The distances that suffice.
  private var answers: [Mark] {
    var marks: [Mark] = []
    if let smallest = curve.smallest {
      marks.append(
        Mark(
          curve.stalling.isEmpty ? "none stalls from here on" : "does not stall", .playing,
          .place(smallest.holdBack.axisPlace), title: text(smallest.holdBack)))
    }
    if let least = curve.least, !curve.stalling.isEmpty {
      marks.append(
        Mark(
          "none stalls from here on", .parting, .place(least.holdBack.axisPlace),
          title: text(least.holdBack)))
    }
    return marks
  }

  private var stallPanel: Panel {
    let words = HoldBackText(report: report, style: SessionPage.style(durations))
    let half = HoldBackCurve.spacing.axisPlace / 2
    let stalling = curve.points.filter { $0.stallCount > 0 }
    let marks = stalling.map { point in
      let place = point.holdBack.axisPlace
      let cause = point.obstacle.map { ": \(words.words($0))" } ?? ""
      return Mark(
        "stalled", .stalled,
        .blocks([
          Block(x: place - half..<place + half, y: 0..<max(1, point.stalled.axisPlace))
        ]),
        title: "\(text(point.holdBack)): \(counted(point.stallCount, "stall")), "
          + "\(text(point.stalled))\(cause)")
    }
    return Panel(
      "stalls", title: "Stalled time by hold-back",
      summary: "\(stalling.count) of \(curve.points.count) hold-backs stall",
      axis: Axis(.time, above: max(500, curve.points.map(\.stalled.axisPlace).max() ?? 0)),
      marks: marks + answers)
  }
}

/// The same as a document to look at.
struct HoldBackPage {
  let report: HoldBackReport
  let durations: TextStyle.Durations

  var page: Page {
    let style = SessionPage.style(durations)
    let text = HoldBackText(report: report, style: style)
    let name = report.subject.media.name.printable
    let head =
      Markup.element("h1", [:], text: text.verdict)
      + .element("p", ["class": "subject"], text: name)
      + text.notes.map { Markup.element("p", ["class": "lead"], text: $0) }.joined
    let header = HeaderText(.ladder(report.subject), asked: report.network, style: style)
    return Page(
      title: "Hold-back of \(name)", head: head,
      sections: [
        Page.Section(
          "curve", "Latency and stalls by hold-back",
          ScenePicture.hint(hasStalls: false)
            + ScenePicture(
              HoldBackScene(report: report, durations: durations).scene, id: "hold-backs",
              isZoomable: true
            ).markup
            + .details(
              "Hold-backs as a table",
              .table(
                caption: "What each hold-back costs", heading: HoldBackText.heading, words: [5],
                texts: text.cells))),
        Page.Section(
          "setting", "What was played", .facts(header.rows.map { ($0.name, $0.text) })),
      ], json: report.json, generator: SessionPage.words(report.generator))
  }
}
