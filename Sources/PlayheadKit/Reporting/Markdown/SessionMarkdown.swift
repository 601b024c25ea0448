/// The report of a session for a pull request, in GitHub Flavored Markdown: one plain sentence, the
/// figures, the stalls and the seeks if there are any, and what was played over what by what.
///
/// Names of files, networks and players may hold anything; they are set as code, in which nothing
/// is read as a mention, a link or HTML.
public enum SessionMarkdown {
  /// The report, with a newline at its end.
  public static func text(_ report: SessionReport) -> String {
    let style = TextStyle(width: 80, usesUnicode: true, usesColor: false)
    let parts = [
      ["**\(SummaryText(report: report, style: style).sentence)**"],
      MarkdownTable(
        heading: ["metric", "value"], beginsWithWords: true, rows: figures(report.summary)
      ).lines,
      stalls(report.session), seeks(report.session), origins(report),
    ]
    return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n") + "\n"
  }

  private static func figures(_ summary: SessionSummary) -> [[String]] {
    SessionMetric.allCases.compactMap { metric in
      let value = summary[metric]
      guard isNews(value, metric) else { return nil }
      return [metric.label, value.map { figure($0, metric.kind) } ?? "none"]
    }
  }

  /// Of seeks, pauses and dropped requests nothing is told if there were none.
  private static func isNews(_ value: MetricValue?, _ metric: SessionMetric) -> Bool {
    switch metric {
    case .seekCount, .seekSeconds, .pausedSeconds, .bytesWasted:
      ![nil, .count(0), .time(.zero), .bytes(0)].contains(value)
    case .longestStallSeconds, .meanSeekLatencySeconds, .longestSeekLatencySeconds: value != nil
    default: true
    }
  }

  private static func figure(_ value: MetricValue, _ kind: SessionMetric.Kind) -> String {
    switch value {
    case .time(let time): time.text(places: 3)
    case .count(let count): String(count)
    case .ratio(let ratio): kind == .share ? ratio.percentText(places: 2) : ratio.text(places: 2)
    case .bytes(let bytes): byteText(bytes)
    case .rate(let rate): rate.rounded.text
    case .word(let word): word
    }
  }

  private static func stalls(_ session: Session) -> [String] {
    guard !session.stalls.isEmpty else { return [] }
    let rows = session.stalls.map { stall in
      [
        "\(stall.number)", stall.start.text(places: 3), stall.mediaTime.text(places: 3),
        stall.duration.map { $0.text(places: 3) } ?? "for good",
      ]
    }
    return MarkdownTable(heading: ["stall", "begins at", "media time", "lasts"], rows: rows).lines
  }

  private static func seeks(_ session: Session) -> [String] {
    guard !session.seeks.isEmpty else { return [] }
    let rows = session.seeks.map { seek in
      [
        "\(seek.number)", seek.start.text(places: 3), seek.from.text(places: 3),
        seek.to.text(places: 3), seek.latency.map { $0.text(places: 3) } ?? "not finished",
      ]
    }
    return MarkdownTable(heading: ["seek", "at", "from", "to", "there after"], rows: rows).lines
  }

  /// What was played over what by what.
  private static func origins(_ report: SessionReport) -> [String] {
    let media = report.media
    let tracks = media.index.tracks.filter { media.presentation.tracks.contains($0.id) }
    let mediaFacts =
      [
        MarkdownText.code(media.name), media.presentation.duration.text(places: 2),
        byteText(media.index.bytes),
      ] + [media.averageRate?.rounded.text].compactMap(\.self)
      + tracks.map { "\($0.kind.rawValue) \(MarkdownText.plain($0.codec))" }
    return [
      row("media", mediaFacts),
      row(
        "network", named(report.link.profile.name, NetworkFacts(profile: report.link.profile).facts)
      ),
      row("player", named(report.policy.name, PlayerFacts(policy: report.policy).facts)),
    ]
  }

  private static func row(_ name: String, _ facts: [String]) -> String {
    "- \(name): \(facts.joined(separator: ", "))"
  }

  /// Facts behind a name, unless they begin with it.
  private static func named(_ name: String, _ facts: [String?]) -> [String] {
    var facts = facts.compactMap(\.self)
    if facts.first == name.printable { facts.removeFirst() }
    let isNamed = facts.first?.hasPrefix(name.printable) ?? false
    return (isNamed ? [] : [MarkdownText.code(name)]) + facts.map(MarkdownText.plain)
  }
}
