import PlayheadAnalysis
import PlayheadModel
package import PlayheadPictures

/// The report of a session as a document to look at.
package struct SessionPage {
  private let report: SessionReport
  private let pictured: PicturedSession
  private let facts: [FactRow]
  private let json: [UInt8]
  private let generator: String
  private let durations: TextStyle.Durations
  /// The command that made it; `nil` if nobody said.
  package var command: String?
  /// Pictures of the media; `nil` for none.
  package var film: FilmStrip?

  /// The page of a session.
  package init(_ report: SessionReport, durations: TextStyle.Durations = .clock) {
    self.report = report
    self.durations = durations
    pictured = PicturedSession(report)
    facts = HeaderText(report.setting, style: Self.style(durations)).rows
    json = SessionJSON.bytes(report.folded)
    generator = Self.words(report.setting.generator)
  }

  /// What puts the file right, where its packing is among the causes.
  private var mending: String? {
    let isPacking = (report.causes?.all ?? []).contains { cause in
      cause.parts.contains { [.index, .interleave].contains($0.kind) }
    }
    guard isPacking, let file = report.file else { return nil }
    return MendingCommand(remedy: .repacking(file.index), media: file).text
  }

  static func style(_ durations: TextStyle.Durations) -> TextStyle {
    TextStyle(width: .max, usesUnicode: true, usesColor: false, durations: durations)
  }

  static func words(_ generator: Generator?) -> String {
    "playhead \(generator?.version ?? PlayheadVersion.text)"
  }

  /// Which pictures of the media it shows, if somebody decodes them.
  package var filmPlan: FilmPlan { FilmPlan(pictured, durations) }

  /// The pictures alone.
  package var scene: Scene { SessionScene(pictured, durations: durations).scene }

  private var summaryText: SummaryText { SummaryText(report: report, style: Self.style(durations)) }

  /// The document.
  package var page: Page {
    let subject = facts.prefix { $0.name == "media" || $0.name.isEmpty }.first?.facts.first ?? ""
    let about = ["network", "player", "rule"].compactMap { name in
      facts.first { $0.name == name }?.facts.first
    }
    let head =
      Markup.element("h1", [:], text: summaryText.sentence)
      + .element("p", ["class": "subject"], text: ([subject] + about).joined(separator: " · "))
      + .cards(cards)
    var sections = [
      Page.Section("why", "What happened, and what would prevent it", waits),
      Page.Section(
        "pictures", "Over time",
        ScenePicture.hint(hasStalls: true)
          + ScenePicture(scene, id: "session", isZoomable: true, film: film).markup
          + .details("Values over time as a table", SessionTables(pictured, durations).values)),
      Page.Section("requests", "Requests", SessionTables(pictured, durations).requests),
    ]
    if let decisions = SessionTables(pictured, durations).decisions {
      sections.append(Page.Section("decisions", "Level decisions", decisions))
    }
    sections.append(Page.Section("figures", "All figures", figures))
    sections.append(Page.Section("setting", "What was played", setting))
    return Page(
      title: "\(summaryText.sentence) \(pictured.title)", head: head, sections: sections,
      json: json, generator: generator)
  }

  /// A part of a document with other sessions: what decides, and the pictures.
  func summary(id: String) -> Markup {
    Markup.element("p", ["class": "lead"], .element("strong", [:], text: summaryText.sentence))
      + waits + ScenePicture(scene, id: id, isZoomable: true, film: film).markup
  }

  // MARK: What decides

  private var cards: [(name: String, value: String, note: String)] {
    let summary = report.summary
    func figure(_ metric: SessionMetric) -> String {
      summary[metric].map { durations.figure($0, of: metric) } ?? "none"
    }
    var cards: [(name: String, value: String, note: String)] = [
      (
        "Startup", summary.startup.map { durations.text($0, places: 3) } ?? "never",
        startupNote
      ),
      (
        "Stalls", "\(summary.stallCount)",
        summary.longestStall?.time.map { "longest \(durations.text($0, places: 3))" } ?? ""
      ),
      ("Stalled", figure(.stallSeconds), ""),
      ("Rebuffer ratio", figure(.rebufferRatio), "of stall and play time"),
    ]
    if let adaptation = summary.adaptation {
      cards.append(
        (
          "Bit rate played", adaptation.meanPlayedBitRate?.figuresText ?? "none",
          "\(adaptation.switches.count == 1 ? "1 switch" : "\(adaptation.switches.count) switches")"
        ))
    } else {
      cards.append(
        ("Minimum buffer", figure(.minimumBufferSeconds), "while loading"))
    }
    if let latency = pictured.live?.latency {
      cards.append(
        (
          "Live latency", durations.text(latency.mean, places: 3),
          "95 % within \(durations.text(latency.percentile95, places: 3))"
        ))
    }
    cards.append(("Downloaded", figure(.bytesDownloaded), counted(summary.requestCount, "request")))
    return cards
  }

  /// The longest part of the startup.
  private var startupNote: String {
    let phases = report.session.startupPhases
    let parts = [
      (phases.opening, "opening"), (phases.firstFrame, "first frame"),
      (phases.threshold, "filling the buffer"),
    ]
    guard let most = parts.max(by: { $0.0 < $1.0 }), most.0 > .zero else { return "" }
    return "\(durations.text(most.0, places: 3)) \(most.1)"
  }

  /// The startup, the stalls and long seeks, each with what caused it and what would prevent it.
  private var waits: Markup {
    let text = CauseText(durations: durations)
    let causes = report.causes
    var items: [Markup] = []
    func item(
      _ sign: String, _ tone: Tone, _ title: String, _ words: String?, at time: WallTime? = nil
    ) {
      items.append(
        .element(
          "li", [:],
          .element("span", ["class": "chip t-\(tone.rawValue)"], text: sign)
            + .element(
              "div", [:],
              .element("p", [:], .element("strong", [:], text: title))
                + (words.map { .element("p", [:], text: $0) } ?? .none)
                + (time.flatMap { film?.image(at: $0.axisPlace) } ?? .none))))
    }
    let startup = report.summary.startup.map { "Starts after \(exact($0))" } ?? "Never starts"
    let phases = summaryText.startupLines.map(\.trimmed).joined(separator: " ")
    item(
      "▶", .startup, startup + (phases.isEmpty ? "" : ": \(phases)"),
      causes?.startup.map { text.sentences($0, of: .startup) })
    if let shortage = causes?.linkShortage {
      item("!", .stalled, "The link is slower than the media", text.text(shortage).capitalizedFirst)
    }
    let stalls = report.session.stalls
    var first: [String: Int] = [:]
    for stall in stalls.prefix(Self.maximumStalls) {
      let length = stall.duration.map { "for \(exact($0))" } ?? "still open at the end"
      var words = summaryText.cause(of: stall)?.capitalizedFirst
      if let cause = words {
        if let number = first[cause] {
          words = "As stall \(number)."
        } else {
          first[cause] = stall.number
        }
      }
      item(
        "\(stall.number)", .stalled,
        "Stall \(stall.number) at \(exact(stall.start)), \(exact(stall.mediaTime)) "
          + "into the media, \(length)",
        words, at: stall.number <= FilmPlan.picturedStalls ? stall.start : nil)
    }
    if stalls.count > Self.maximumStalls {
      item("…", .stalled, "and \(counted(stalls.count - Self.maximumStalls, "more stall"))", nil)
    }
    for (number, cause) in (causes?.seeks ?? [:]).sorted(by: { $0.key < $1.key }) {
      item("↷", .seeking, "Seek \(number)", text.sentences(cause, of: .seek))
    }
    if stalls.isEmpty, report.summary.startup != nil {
      item("✓", .good, "Plays without a stall", nil)
    }
    let summary = report.summary
    if summary.frozenCount > 0 {
      item(
        "!", .warning,
        "The picture freezes \(counted(summary.frozenCount, "time")) for \(exact(summary.frozen)) "
          + "in all, while sound plays", nil)
    }
    let failures = report.adaptation.map { LadderMarks($0, durations: durations).failures } ?? []
    for failure in failures.prefix(Self.maximumFailures) {
      item("!", .warning, "At \(exact(failure.wallTime)) \(failure.text)", nil)
    }
    if failures.count > Self.maximumFailures {
      let rest = counted(failures.count - Self.maximumFailures, "more failure")
      item("…", .warning, "and \(rest) of segments", nil)
    }
    for finding in report.summary.damage.findings {
      item("!", .warning, "Media damaged", finding.printable)
    }
    let list = Markup.element("ol", ["class": "waits"], items.joined)
    let commands = [
      ("To write the file anew without loss:", mending), ("To run this session again:", command),
    ]
    return commands.reduce(list) { markup, entry in
      guard let command = entry.1 else { return markup }
      return markup + .element("p", ["class": "lead"], text: entry.0) + .command(command)
    }
  }

  /// More stalls than this are counted rather than listed.
  private static let maximumStalls = 60
  /// The same of segments that failed.
  private static let maximumFailures = 12

  private func exact<Clock>(_ time: Time<Clock>) -> String { durations.text(time, places: 3) }

  // MARK: All that is known

  private var figures: Markup {
    let rows = MarkdownFacts(durations: durations).figures(report)
    let table = Markup.table(
      caption: "Figures of merit", heading: ["metric", "value"], words: [0], texts: rows)
    guard let whatIf = report.whatIf else { return table }
    let text = WhatIfText(whatIf: whatIf, summary: report.summary, durations: durations)
    let notes = text.notes.map { Markup.element("p", [:], text: $0.capitalizedFirst + ".") }
    return table
      + .table(
        caption: "What if \(text.title)?", heading: WhatIfText.heading, words: [0],
        texts: text.rows) + notes.joined
  }

  private var setting: Markup {
    var rows: [(name: String, text: String)] = []
    for row in facts {
      let text = row.facts.map(\.printable).joined(separator: " · ")
      rows.append((row.name, text))
    }
    let actions = report.session.unperformedActions
    if !actions.isEmpty {
      rows.append(
        ("not performed", actions.map { $0.text(durations) }.joined(separator: "; ")))
    }
    return .facts(rows)
  }
}

extension SessionCauses {
  /// The causes of all waits.
  fileprivate var all: [WaitCause] {
    [startup].compactMap(\.self) + stalls.values + seeks.values
  }
}
