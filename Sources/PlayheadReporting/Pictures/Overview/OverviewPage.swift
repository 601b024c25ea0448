import PlayheadAnalysis
import PlayheadModel
package import PlayheadPictures

/// How media plays over many networks as a document to look at: the buffer over time on each of
/// them.
package struct OverviewPage {
  private let overview: Overview
  private let sentence: String
  private let minimum: [(name: String, text: String)]
  private let damage: [String]
  private let facts: [FactRow]
  private let name: String
  private let json: [UInt8]
  private let sessions: [Session]
  private let durations: TextStyle.Durations

  /// The page of an overview.
  package init(_ report: OverviewReport, durations: TextStyle.Durations) {
    let subject = report.setting.subject
    name = subject.name
    facts = HeaderText(overviewOf: subject, style: SessionPage.style(durations)).rows
    json = OverviewJSON.bytes(report)
    overview = report.overview
    sentence = OverviewText.sentence(report.overview, durations)
    minimum = MinimumRateText(report: report, style: SessionPage.style(durations)).facts
    damage = subject.damage.findings
    (sessions, self.durations) = (report.sessions, durations)
  }

  /// The document.
  package var page: Page {
    let table = OverviewTable(overview, durations)
    let rows = table.rows.enumerated().map { number, row -> [Markup] in
      row.enumerated().map { column, text -> Markup in
        if column == row.count - 1 {
          return Markup.verdict(text, overview.networks[number].verdict.tone)
        }
        guard column == 0, !sessions.isEmpty else { return Markup.text(text) }
        return Markup.element("a", ["href": "#network\(number)"], text: text)
      }
    }
    let head =
      Markup.element("h1", [:], text: sentence)
      + .element("p", ["class": "subject"], text: name.printable)
      + damage.map { Markup.element("p", [:], text: "Media damaged: \($0.printable)") }.joined
    return Page(
      title: "\(name.printable): \(sentence)", head: head,
      sections: [
        Page.Section(
          "networks", "On each network",
          .table(
            caption: "From slow to fast", heading: table.heading, words: table.words, rows: rows))
      ] + buffers + [
        Page.Section("minimum", "Minimum rate", .facts(minimum)),
        Page.Section("setting", "What was played", .facts(facts.map { ($0.name, $0.text) })),
      ], json: json, generator: SessionPage.words(nil))
  }

  private var buffers: [Page.Section] {
    guard !sessions.isEmpty else { return [] }
    return [
      Page.Section(
        "buffers", "Buffer level over time",
        .element("div", ["class": "multiples"], multiples.joined))
    ]
  }

  private var multiples: [Markup] {
    zip(overview.networks, sessions).enumerated().map { number, entry in
      let (network, session) = entry
      let verdict = OverviewVerdict(
        network.summary, startupLimit: overview.startupLimit, durations)
      let scene = scene(
        session, over: network.link, titled: "\(network.preset.name), \(network.rate.text)")
      return .element(
        "div", ["id": "network\(number)"],
        ScenePicture(scene, id: "buffer\(number)").markup
          + .element("p", [:], Markup.verdict(verdict.text, network.verdict.tone)))
    }
  }

  /// The buffer level of one session, with its waits.
  private func scene(_ session: Session, over link: NetworkLink, titled title: String) -> Scene {
    let pictured = PicturedSession(
      title: title, session: session, link: link, thresholds: [],
      requests: [], need: [])
    var scene = SessionScene(pictured, durations: durations).scene
    scene.panels = scene.panels.filter { $0.name == "buffer" }.map { panel in
      var panel = panel
      (panel.title, panel.height) = (title, .small)
      panel.summary = "\(title). \(panel.summary)"
      return panel
    }
    return scene
  }
}

extension PlaybackVerdict {
  /// How it looks.
  var tone: Tone {
    switch self {
    case .playsThrough: .good
    case .freezes, .stalls, .startsLate: .warning
    case .paused: .paused
    case .limit, .starved: .bad
    }
  }
}

extension Markup {
  /// A verdict, with a sign that tells it from others without colour.
  package static func verdict(_ text: String, _ tone: Tone) -> Markup {
    element("span", ["class": "verdict t-\(tone.rawValue)"], text: text)
  }
}

extension FactRow {
  /// The facts in a line.
  var text: String { facts.map(\.printable).joined(separator: " · ") }
}
