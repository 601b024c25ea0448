import PlayheadAnalysis
import PlayheadLadder
import PlayheadModel

/// The requirements of a ladder for a person: a row for each level, then what its player needs.
struct LadderRequirementsText {
  let report: LadderRequirementsReport
  let style: TextStyle

  /// The text, with a newline at its end.
  var text: String {
    (header + [""] + levels + [""] + notes).joined(separator: "\n") + "\n"
  }

  private var header: [String] {
    let latency = report.latency > .zero ? "latency \(style.durations.text(report.latency))" : nil
    let network = report.link.map {
      NetworkFacts(
        profile: $0.profile, asked: report.network?.text, durations: style.durations
      ).facts + [report.transport.fact]
    }
    return row(
      "media",
      [
        report.media.name.printable, report.media.ladder.format.words,
        style.durations.text(report.media.ladder.duration, places: 2),
      ]) + row("player", [report.player.name.printable]) + row("rule", [report.rule])
      + row("startup", ["\(style.durations.text(report.startup)) for minimum rates", latency])
      + (network.map { row("network", $0) } ?? [])
  }

  private func row(_ name: String, _ facts: [String?]) -> [String] {
    WrappedRow(name: name, nameWidth: 9, style: style).lines(
      facts.compactMap(\.self), separator: style.usesUnicode ? " · " : ", ", names: 1)
  }

  // MARK: The levels

  private var levels: [String] {
    let heading =
      ["level", "declared", "minimum rate", "bytes"] + (report.link == nil ? [] : ["startup"])
    let rows = report.levels.map(cells)
    let table = TextTable(heading: heading, rows: rows)
    guard table.width > style.width else { return table.lines(style) }
    return rows.flatMap { cells in
      WrappedRow(name: "", nameWidth: 2, style: style.plain).lines(
        zip(heading, cells).map { "\($0) \($1)" }.joined(separator: ", "))
    }
  }

  private func cells(_ level: LevelRequirements) -> [String] {
    let declared = report.media.ladder.lanes[0].levels[level.level].bitRate
    guard level.isKnown else {
      return [String(level.level), declared > .zero ? declared.text : "none", "unknown", "unknown"]
        + (level.startup == nil ? [] : ["unknown"])
    }
    return [
      String(level.level), declared > .zero ? declared.text : "none",
      level.minimumRate.rate?.text ?? "none", byteText(level.bytes),
    ]
      + (level.startup.map { [$0.delay.map { style.durations.text($0, places: 3) } ?? "never"] }
        ?? [])
  }

  // MARK: What they mean

  private var notes: [String] {
    let plain = style.plain
    return [
      ("minimum rate", "exact, at one level throughout: whole segments, one request at a time")
    ].flatMap { name, text in
      WrappedRow(name: name, nameWidth: 15, style: plain).lines(text)
    }
      + (report.levels.allSatisfy(\.isKnown)
        ? []
        : WrappedRow(name: "unknown", nameWidth: 15, style: plain).lines(
          "the playlist or index of that level, or of its audio, cannot be had"))
      + (report.link == nil
        ? []
        : WrappedRow(name: "startup", nameWidth: 15, style: plain).lines(
          "minimum startup delay on this network with which that level never stalls"))
      + (report.search.map { search in
        WrappedRow(name: "with the rule", nameWidth: 15, style: plain).lines(text(of: search))
      } ?? [])
  }

  private func text(of search: MinimumRate) -> String {
    let limit = "starting within \(style.durations.text(search.startupLimit))"
    guard let rate = search.rate, case .rates(let count, let highest)? = search.evidence else {
      return "no rate up to \(MinimumRate.bound.text) plays without a stall, \(limit)"
    }
    let lower = search.lowerRate.map { "; \($0.text) works too, but not every rate between" } ?? ""
    return "\(rate.text) \(search.latencyText(style.durations)), \(limit); found by search, as a "
      + "faster link may lead the rule to a level that it does not carry: verified at "
      + "\(counted(count, "rate")) up to \(highest.text)\(lower)"
  }
}
