import PlayheadAnalysis
import PlayheadModel
import PlayheadPictures
import PlayheadReporting

/// The results of suites as a document to look at: a matrix of media, players and networks,
/// coloured by verdict, each cell leading to what happened.
struct CheckPage {
  let suites: [SuiteResult]

  var page: Page {
    let hasPassed = suites.allSatisfy(\.hasPassed)
    let title = "\(hasPassed ? "Passed" : "Failed"): \(CheckTotals(suites).text)"
    let head =
      Markup.element("h1", [:], .verdict(title, hasPassed ? .good : .bad))
      + .element(
        "p", ["class": "subject"],
        text: suites.flatMap(\.title.parts).map(\.printable).joined(separator: ", "))
    return Page(
      title: title, head: head, sections: suites.enumerated().flatMap(sections),
      json: CheckJSON.bytes(suites), generator: "playhead \(PlayheadVersion.text)")
  }

  private func sections(_ number: Int, _ suite: SuiteResult) -> [Page.Section] {
    let names = suite.title.parts.map(\.printable).joined(separator: ", ")
    let suffix = suites.count > 1 && !names.isEmpty ? ": \(names)" : ""
    let notes =
      suite.problems.map { ("error: \($0.text)", Tone.bad) }
      + suite.notes.map { ($0, Tone.paused) }
      + (suite.skippedCount > 0
        ? [("\(counted(suite.skippedCount, "case")) not run", .paused)] : [])
    let lines = notes.map { Markup.element("p", [:], .verdict($0.0.printable, $0.1)) }.joined
    let matrix = Page.Section(
      "matrix\(number)", "Results\(suffix)", lines + self.matrix(number, suite.cases))
    let changed = suite.cases.filter { $0.comparison != nil }
    let baseline = Page.Section(
      "baseline\(number)", "Against the baseline\(suffix)", self.baseline(number, changed))
    let cases = Page.Section("cases\(number)", "Cases\(suffix)", self.cases(number, suite.cases))
    return [matrix] + (changed.isEmpty ? [] : [baseline]) + [cases]
  }

  /// Rows are media and players, columns networks; what else differs stands in one cell.
  private func matrix(_ suite: Int, _ cases: [CaseResult]) -> Markup {
    var rows: [String] = []
    var columns: [String] = []
    var cells: [String: [Int]] = [:]
    for (number, result) in cases.enumerated() {
      let checkCase = result.checkCase
      let row = "\(checkCase.media.name.printable) · \(checkCase.player.name.printable)"
      let column = checkCase.network.name.printable
      if !rows.contains(row) { rows.append(row) }
      if !columns.contains(column) { columns.append(column) }
      cells["\(row)\n\(column)", default: []].append(number)
    }
    let lines = rows.map { row in
      [Markup.text(row)]
        + columns.map { column in
          (cells["\(row)\n\(column)"] ?? []).map { number in
            link(to: cases[number], as: cases[number].figures, id: Self.id(suite, number))
          }.joined
        }
    }
    return .table(
      caption: "Media and player by network: verdict, startup, stalls",
      heading: ["media · player"] + columns, words: Set(0...columns.count), rows: lines)
  }

  private func link(to result: CaseResult, as text: String, id: String) -> Markup {
    .element(
      "a", ["href": "#\(id)", "title": result.checkCase.name, "class": "cell"],
      .verdict(text, result.verdict.tone))
  }

  private static func id(_ suite: Int, _ number: Int) -> String { "case\(suite)-\(number)" }

  private func baseline(_ suite: Int, _ cases: [CaseResult]) -> Markup {
    let items = cases.compactMap { result -> Markup? in
      guard let comparison = result.comparison else { return nil }
      let lines = ComparisonText(comparison, style: .report).lines
      guard !lines.isEmpty else { return nil }
      return .element(
        "div", ["class": "wait"],
        .element(
          "p", [:],
          .element("strong", [:], .verdict(result.checkCase.name.printable, result.verdict.tone)))
          + lines.map { Markup.element("p", [:], text: $0) }.joined)
    }
    return items.isEmpty
      ? .element("p", [:], text: "Nothing has changed.") : items.joined
  }

  /// What happened in each case; those that passed are closed at first.
  private func cases(_ suite: Int, _ cases: [CaseResult]) -> Markup {
    cases.enumerated().map { number, result -> Markup in
      let text = CaseText(result, style: .report)
      let lines = text.detailLines(indent: 0) + CaseSettingText(result).lines
      let content =
        lines.map { Markup.element("p", [:], text: $0) }.joined
        + bar(result, id: "strip\(suite)-\(number)")
      return .details(
        .verdict(
          "\(result.checkCase.name.printable): \(result.verdict.rawValue), \(result.figures)",
          result.verdict.tone),
        .element("div", ["id": Self.id(suite, number), "class": "wait"], content),
        isOpen: result.verdict != .passed)
    }.joined
  }

  /// Startup, playing and stalls as a strip; nothing of a case that could not run.
  private func bar(_ result: CaseResult, id: String) -> Markup {
    guard case .ran(let session) = result.outcome else { return .none }
    let end = session.summary.elapsed
    var marks: [Mark] = []
    let startup = session.summary.startup ?? end
    func block(_ start: WallTime, _ end: WallTime, _ height: Int64) -> Block {
      Block(x: start.axisPlace..<max(start.axisPlace + 1, end.axisPlace), y: 0..<height)
    }
    let waits = session.stalls.map { stall in
      (start: stall.start, end: stall.duration.map { stall.start + $0 } ?? end)
    }
    let starts = [startup] + waits.map(\.end)
    let rest = zip(starts, waits.map(\.start) + [end]).filter { $0 < $1 }
    if !rest.isEmpty {
      marks.append(
        Mark("after the start", .playing, .blocks(rest.map { block($0, $1, 4) })))
    }
    if !waits.isEmpty {
      marks.append(Mark("stalled", .stalled, .blocks(waits.map { block($0.start, $0.end, 2) })))
    }
    if startup > .zero {
      marks.append(
        Mark("starting", .startup, .blocks([block(.zero, startup, 2)]), title: "startup"))
    }
    let stalls = session.stalls.map { stall in
      Band(
        stall.start.axisPlace...(stall.duration.map { stall.start + $0 } ?? end).axisPlace,
        .stalled, label: "\(stall.number)", title: stall.sentence)
    }
    let scene = Scene(
      title: result.checkCase.name.printable, axis: Axis(.time, to: end.axisPlace),
      bands: stalls,
      panels: [
        Panel(
          "stalls", title: "Startup and stalls",
          summary: "Startup and \(counted(session.stalls.count, "stall")) over wall time",
          axis: nil, top: 4, height: .strip, marks: marks)
      ])
    return ScenePicture(scene, id: id).markup
  }
}

extension CaseResult {
  /// What decides, in short.
  fileprivate var figures: String {
    switch outcome {
    case .couldNotRun: return "could not run"
    case .ran(let session):
      let summary = session.summary
      let startup = summary.startup.map { $0.text(places: 2) } ?? "never starts"
      let stalls = summary.stallCount > 0 ? ", \(counted(summary.stallCount, "stall"))" : ""
      return startup + stalls
    }
  }
}

extension CaseResult.Verdict {
  fileprivate var tone: Tone {
    switch self {
    case .passed: .good
    case .warned: .warning
    case .failed, .error: .bad
    }
  }
}
