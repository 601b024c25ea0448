import PlayheadModel
import PlayheadPictures
import PlayheadReporting

/// A validation as a document to look at: what was predicted over what the player did, run by run.
package struct ValidationPage {
  private let report: ValidationReport

  /// The page of `report`.
  package init(_ report: ValidationReport) { self.report = report }

  private var comparison: PlayerComparison { report.comparison }

  /// The predicted session, then each run.
  private var outlines: [(name: String, outline: PlaybackOutline)] {
    [("Predicted", comparison.predicted)]
      + comparison.runs.enumerated().map { ("Run \($0 + 1)", $1) }
  }

  /// The document in UTF-8.
  package var bytes: [UInt8] {
    let measurement = report.measurement
    let verdict = comparison.agrees ? "As predicted" : "Not as predicted"
    let subject = [
      measurement.version, measurement.media, measurement.profile.name,
      "predicted as \(report.policy)",
    ]
    let head =
      Markup.element("h1", [:], .verdict(verdict, comparison.agrees ? .good : .bad))
      + .element(
        "p", ["class": "subject"], text: subject.map(\.printable).joined(separator: " · "))
    let scene = Scene(
      title: "Predicted over measured", axis: Axis(.time, to: end.axisPlace),
      panels: outlines.enumerated().map { panel($0, $1.name, $1.outline) })
    let page = Page(
      title: "\(verdict): \(measurement.media.printable)", head: head,
      sections: [
        Page.Section(
          "runs", "Run by run", ScenePicture(scene, id: "runs-over-time", isZoomable: true).markup),
        Page.Section("figures", "Figures", figures),
        Page.Section("requests", "Requests", requests),
      ], json: ValidationJSON.bytes(report), generator: "playhead \(PlayheadVersion.text)")
    return page.bytes
  }

  private var end: WallTime { outlines.map(\.outline.elapsed).max() ?? .zero }

  private func panel(_ number: Int, _ name: String, _ outline: PlaybackOutline) -> Panel {
    let startup = outline.startup ?? outline.elapsed
    func block(_ start: WallTime, _ end: WallTime, _ height: Int64) -> Block {
      Block(x: start.axisPlace..<max(start.axisPlace + 1, end.axisPlace), y: 0..<height)
    }
    var marks: [Mark] = []
    if startup < outline.elapsed {
      marks.append(
        Mark("after the start", .playing, .blocks([block(startup, outline.elapsed, 4)])))
    }
    marks.append(
      Mark(
        "starting", .startup, .blocks([block(.zero, startup, 2)]),
        title: "startup \(Self.text(outline.startup))"))
    let stalls = outline.stalls.enumerated().map { place, stall in
      Mark(
        "stalled", .stalled,
        .blocks([
          block(stall.start, stall.duration.map { stall.start + $0 } ?? outline.elapsed, 3)
        ]),
        title: "stall \(place + 1) at \(Self.text(stall.start)) for \(Self.text(stall.duration))")
    }
    return Panel(
      "run\(number)", title: name,
      summary: "\(name): startup \(Self.text(outline.startup)), "
        + "\(counted(outline.stalls.count, "stall")), stalled \(Self.text(outline.stalled))",
      axis: nil, top: 4, height: .strip, marks: marks + stalls)
  }

  private static func text(_ time: WallTime?) -> String {
    time.map { $0.text(places: 3) } ?? "none"
  }

  private var figures: Markup {
    let rows = outlines.map { name, outline in
      let end =
        switch outline.end {
        case .ended: "ended"
        case .limit: "limit"
        case .other(let reason): reason
        }
      return [
        name, Self.text(outline.startup), "\(outline.stalls.count)", Self.text(outline.stalled),
        Self.text(outline.elapsed), end,
      ]
    }
    let agreement = [
      ("startup", comparison.startupAgrees), ("stall count", comparison.stallCountAgrees),
      ("stalled time", comparison.stalledAgrees), ("end", comparison.endAgrees),
    ].map { name, agrees in
      Markup.element(
        "p", [:], .verdict("\(name) \(agrees ? "agrees" : "differs")", agrees ? .good : .bad))
    }.joined
    return agreement
      + .table(
        caption: "Predicted and measured",
        heading: ["session", "startup", "stalls", "stalled", "wall time", "end"], words: [5],
        texts: rows)
  }

  private var requests: Markup {
    let rows = outlines.flatMap { name, outline in
      outline.requests.prefix(100).map { request in
        [
          name, request.name ?? "byte \(request.offset)", Self.text(request.asked),
          Self.text(request.firstByte), Self.text(request.lastByte),
        ]
      }
    }
    return .element(
      "div", ["data-filter": "Filter requests"],
      .table(
        caption: "Requests, the first 100 of each session",
        heading: ["session", "asks for", "sent", "first byte", "last byte"], words: [1],
        texts: rows))
  }

  /// How many of many predictions agree, as a document, in UTF-8.
  package static func bytes(of table: AgreementTable) -> [UInt8] {
    let count = table.differences.count
    let title =
      "\(table.reports.count - count) of \(counted(table.reports.count, "prediction")) agree in everything"
    let items = table.differences.map { Markup.element("li", [:], text: $0.printable) }
    let page = Page(
      title: title, head: .element("h1", [:], text: title),
      sections: [
        Page.Section(
          "players", "By player",
          .table(
            caption: "How many predictions agree", heading: table.headings, words: [0],
            texts: table.rows)),
        Page.Section(
          "differences", "What differs", .element("ul", [:], items.joined)),
      ], json: table.json(), generator: "playhead \(PlayheadVersion.text)")
    return page.bytes
  }
}
