import PlayheadAnalysis
import PlayheadFiles
import PlayheadModel

/// The parts of reports in Markdown.
package struct MarkdownFacts {
  /// How durations and times are written.
  let durations: TextStyle.Durations

  /// The figures of a session, a row each, the startup with what it was spent on.
  func figures(_ report: SessionReport) -> [[String]] {
    report.summary.metrics.flatMap { metric -> [[String]] in
      let value = report.summary[metric]
      guard metric.isNews(value) else { return [] }
      let row = [metric.label, value.map { durations.figure($0, of: metric) } ?? "none"]
      return [row] + (metric == .startupSeconds ? phases(report) : [])
    }
  }

  /// What a startup was spent on, as far as it came.
  private func phases(_ report: SessionReport) -> [[String]] {
    let phases = report.session.startupPhases
    func text(_ time: WallTime, _ milestone: StartupPhases.Milestone) -> String {
      phases.milestone >= milestone ? exact(time) : "not reached"
    }
    return [
      [
        "startup: \(report.openingFacts)",
        "\(text(phases.opening, .opened)), \(byteText(phases.openingBytes)) in "
          + counted(phases.openingRequests, "request"),
      ],
      ["startup: to the first frame", text(phases.firstFrame, .firstFrame)],
      ["startup: to the start of playback", text(phases.threshold, .started)],
    ]
  }

  private func exact<Clock>(_ time: Time<Clock>) -> String {
    durations.text(time, places: 3)
  }

  private func exact(_ length: StallLength) -> String { durations.exact(length) }

  /// A table of the stalls; nothing if there are none.
  func stalls(_ session: Session, causes: SessionCauses?) -> [String] {
    guard !session.stalls.isEmpty else { return [] }
    let words = CauseText(durations: durations)
    let rows = session.stalls.map { stall in
      [
        "\(stall.number)", exact(stall.start), exact(stall.mediaTime),
        exact(stall.length),
      ]
        + (causes.map { causes in
          [
            causes.ownCause(ofStall: stall.number).map { words.sentences($0, of: .stall) }
              ?? "unknown"
          ]
        } ?? [])
    }
    let heading = ["stall", "begins at", "media time", "lasts"] + (causes == nil ? [] : ["cause"])
    return MarkdownTable(heading: heading, words: causes == nil ? [] : [4], rows: rows).lines
  }

  /// The causes of the startup and of long seeks, and whether some are missing; nothing if none is
  /// known.
  func causes(_ causes: SessionCauses?) -> [String] {
    guard let causes else { return [] }
    let words = CauseText(durations: durations)
    let startup = causes.startup.map { "- startup: \(words.text($0, of: .startup))" }
    let seeks = causes.seeks.sorted { $0.key < $1.key }.map {
      "- seek \($0.key): \(words.text($0.value, of: .seek))"
    }
    let slow = causes.linkShortage.map { "- \(words.text($0))" }
    let note =
      causes.isCutShort && causes.linkShortage == nil ? "- causes: \(CauseText.cutShort)" : nil
    return [slow, startup].compactMap(\.self) + seeks + [note].compactMap(\.self)
  }

  /// A table of the session beside the same one with changes; nothing without changes.
  func whatIf(_ whatIf: WhatIf?, beside summary: SessionSummary) -> [String] {
    guard let whatIf else { return [] }
    let text = WhatIfText(whatIf: whatIf, summary: summary, durations: durations)
    return ["What if \(MarkdownText.code(text.title))?", ""]
      + text.notes.map { "\(MarkdownText.plain($0)).\n" }
      + MarkdownTable(heading: WhatIfText.heading, words: [0], rows: text.rows).lines
  }

  /// A table of the seeks; nothing if there are none.
  func seeks(_ session: Session) -> [String] {
    guard !session.seeks.isEmpty else { return [] }
    let rows = session.seeks.map { seek in
      [
        "\(seek.number)", exact(seek.start), exact(seek.from), exact(seek.to),
        seek.latency.map(exact)
          ?? (seek.isOpen ? exact(.atLeast(session.elapsed - seek.start)) : "cancelled"),
      ]
    }
    return MarkdownTable(heading: ["seek", "at", "from", "to", "target loaded after"], rows: rows)
      .lines
  }

  /// The actions that the session ended before; nothing if there are none.
  func unperformed(_ session: Session) -> [String] {
    let actions = session.unperformedActions
    guard !actions.isEmpty else { return [] }
    return ["Actions not performed, after the end of the session:", ""]
      + actions.map { "- \(MarkdownText.code($0.text(durations)))" }
  }

  /// What was played.
  func row(_ media: MediaDescription) -> String {
    let tracks = media.index.tracks.filter { media.presentation.tracks.contains($0.id) }
    return row(
      "media",
      [
        MarkdownText.code(media.name), durations.text(media.presentation.duration, places: 2),
        byteText(media.index.bytes),
      ] + MediaFacts(media: media, durations: durations).rates
        + tracks.map { "\($0.kind.rawValue) \(MarkdownText.plain($0.codec))" })
  }

  /// The tracks whose timestamps restart, a row each.
  func restarts(_ media: MediaDescription) -> [String] {
    MediaFacts(media: media, durations: durations).restarts.map { "- \($0)" }
  }

  /// The network of a session of `elapsed`, which was asked for as `asked`, with its TCP model.
  func row(
    _ profile: BandwidthProfile, asked: GivenNetwork, by transport: Transport, elapsed: WallTime
  ) -> String {
    let facts = NetworkFacts(
      profile: profile, asked: asked.text, durations: durations, elapsed: elapsed
    ).facts
    return row("network", named(profile.name, facts + [transport.fact]))
  }

  /// The networks of an overview, with their TCP model.
  func row(_ overview: Overview, by transport: Transport) -> String {
    row(
      "networks",
      [counted(overview.networks.count, "preset"), transport.fact])
  }

  /// What the user did, and for how long the session could last; nothing if all of it is the
  /// default.
  func rows(_ run: RunSettings) -> [String] {
    let facts = RunFacts(settings: run, durations: durations).facts
    return facts.isEmpty ? [] : [row("session", facts)]
  }

  /// The player.
  func row(_ policy: BufferingPolicy) -> String {
    row("player", named(policy.name, PlayerFacts(policy: policy, durations: durations).facts))
  }

  /// A row of facts about what is called `name`.
  func row(_ name: String, _ facts: [String]) -> String {
    "- \(name): \(facts.joined(separator: ", "))"
  }

  /// Facts behind a name, unless they begin with it.
  private func named(_ name: String, _ facts: [String?]) -> [String] {
    var facts = facts.compactMap(\.self)
    if facts.first == name.printable { facts.removeFirst() }
    let isNamed = facts.first?.hasPrefix(name.printable) ?? false
    return (isNamed ? [] : [MarkdownText.code(name)]) + facts.map(MarkdownText.plain)
  }
}
