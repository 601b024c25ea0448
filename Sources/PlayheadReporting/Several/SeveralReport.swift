package import PlayheadAnalysis
package import PlayheadModel
package import PlayheadPictures

/// One of several media that are played over one network: how it went, or why it could not be
/// played.
package struct SeveralRow: Sendable {
  /// The path or URL as it was given.
  package var name: String
  /// What came of it.
  package var outcome: Outcome

  /// What can come of it.
  package enum Outcome: Sendable {
    /// It was played.
    case played(Session, SessionSummary, SessionPage)
    /// It could not be played, for this reason.
    case failed(String)
  }

  /// A row of the parts given.
  package init(name: String, _ outcome: Outcome) {
    self.name = name
    self.outcome = outcome
  }
}

/// Several media over one network: a table with a row each, and a document with a report each.
package struct SeveralReport {
  private let rows: [SeveralRow]
  private let network: [String]
  private let durations: TextStyle.Durations

  /// The report on `rows`, which were played over `profile`, asked for as `asked`.
  package init(
    _ rows: [SeveralRow], over profile: BandwidthProfile, asked: String?,
    durations: TextStyle.Durations
  ) {
    self.rows = rows
    self.durations = durations
    network = NetworkFacts(profile: profile, asked: asked, durations: durations).facts
  }

  private static let heading = ["media", "startup", "stalls", "stalled", "buffer", "verdict"]
  private static let words: Set<Int> = [0, 4, 5]
  /// How many cells a sparkline has.
  private static let cells = 12

  /// What comes before the first row is known.
  package func opening(_ style: TextStyle) -> String {
    (FactRow("network", network).lines(style) + ["", ""]).joined(separator: "\n")
  }

  /// The table, with a newline at its end.
  package func text(_ style: TextStyle) -> String {
    let verdicts = rows.map(verdict)
    let cells = zip(rows, verdicts).map { row, verdict in
      [row.name] + figures(row) + [sparkline(row, style), verdict.text]
    }
    let colors = verdicts.map { verdict -> [TextStyle.Color?] in
      [nil, nil, nil, nil, nil, verdict.color]
    }
    let table = TextTable(
      heading: Self.heading, rows: cells, words: Self.words, colors: colors
    ).fitting(style.width, dropping: [3, 4, 2, 1])
    // Where there is no room for two columns, verdicts stand under names.
    guard table.width > style.width else {
      return table.lines(style).joined(separator: "\n") + "\n"
    }
    return zip(rows, verdicts).flatMap { row, verdict in
      WrappedRow(name: "", nameWidth: 0, style: style.plain).lines(naming: row.name)
        + ["  " + style.set(verdict.text, in: verdict.color)]
    }.joined(separator: "\n") + "\n"
  }

  private func figures(_ row: SeveralRow) -> [String] {
    guard case .played(_, let summary, _) = row.outcome else { return ["–", "–", "–"] }
    return [
      summary.startup.map { durations.text($0, places: 2) } ?? "never", "\(summary.stallCount)",
      summary.stalled.time.map { durations.text($0, places: 2) } ?? "open",
    ]
  }

  private func verdict(_ row: SeveralRow) -> (text: String, color: TextStyle.Color, tone: Tone) {
    switch row.outcome {
    case .failed: return ("cannot be played", .red, .bad)
    case .played(_, let summary, _):
      let limit = MinimumRate.defaultStartupLimit
      let verdict = OverviewVerdict(summary, startupLimit: limit, durations)
      return (verdict.text, verdict.color, summary.verdict(startupLimit: limit).tone)
    }
  }

  /// The buffer level over wall time in blocks, as high as their share of the highest.
  private func sparkline(_ row: SeveralRow, _ style: TextStyle) -> String {
    guard case .played(let session, _, _) = row.outcome, !session.ticks.isEmpty else { return "" }
    let columns = TimeColumns(count: Self.cells, length: session.elapsed)
    var levels = [MediaTime?](repeating: nil, count: Self.cells)
    for tick in session.ticks {
      let column = columns.column(of: tick.wallTime)
      levels[column] = max(levels[column] ?? .zero, tick.bufferLevel)
    }
    let top = levels.compactMap(\.self).max() ?? .zero
    let glyphs = ColumnChart.glyphs(style)
    let steps = Int128(glyphs.count - 1)
    var last = MediaTime.zero
    return String(
      levels.map { level in
        last = level ?? last
        guard top > .zero else { return glyphs[0] }
        let height =
          (Int128(last.nanoseconds) * steps + Int128(top.nanoseconds) - 1)
          / Int128(top.nanoseconds)
        return glyphs[Int(height)]
      })
  }

  /// The same in a document, where the pictures below tell more.
  private func course(_ row: SeveralRow) -> Markup {
    let line = sparkline(row, SessionPage.style(durations))
    guard !line.isEmpty else { return .none }
    return .element(
      "span", ["role": "img", "aria-label": "buffer level over wall time"], text: line)
  }

  /// The document: the table, then a report on each.
  package var page: Page {
    let verdicts = rows.map(verdict)
    let passed = verdicts.count { $0.tone == .good }
    let title = "\(passed) of \(rows.count) play through"
    let cells = zip(rows, verdicts).enumerated().map { number, entry -> [Markup] in
      let (row, verdict) = entry
      return [Markup.element("a", ["href": "#media\(number)"], text: row.name.printable)]
        + figures(row).map(Markup.text) + [course(row), .verdict(verdict.text, verdict.tone)]
    }
    let table = Markup.table(
      caption: network.joined(separator: " · "),
      heading: Self.heading, words: Self.words, rows: cells)
    let sections = rows.enumerated().map { number, row -> Page.Section in
      let content: Markup =
        switch row.outcome {
        case .failed(let reason): .element("p", [:], .verdict(reason.printable, .bad))
        case .played(_, _, let page): page.summary(id: "session\(number)")
        }
      return Page.Section("media\(number)", row.name.printable, content)
    }
    return Page(
      title: title,
      head: .element("h1", [:], text: title)
        + .element("p", ["class": "subject"], text: network.joined(separator: " · ")),
      sections: [Page.Section("all", "All media", table)] + sections,
      generator: SessionPage.words(nil))
  }
}
