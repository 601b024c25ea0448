import PlayheadAnalysis
import PlayheadModel
import PlayheadReporting

/// The report of checks for a pull request, in GitHub Flavored Markdown: the totals, a table of the
/// cases, details of those that did not pass, and what each was run with.
package enum CheckMarkdown {
  /// The report, with a newline at its end.
  package static func text(_ suites: [SuiteResult]) -> String {
    let hasPassed = suites.allSatisfy(\.hasPassed)
    let title = "**\(hasPassed ? "Passed" : "Failed")**: \(CheckTotals(suites).text)"
    let parts = [title] + suites.flatMap(parts)
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// The report, cut at the end of a line to at most this many bytes.
  package static func text(_ suites: [SuiteResult], atMost limit: Int) -> String {
    let text = text(suites)
    guard text.utf8.count > limit else { return text }
    let note = "\nThe rest is omitted: the size limit is reached.\n"
    var room = limit - note.utf8.count - fence.utf8.count - 1
    var kept = ""
    var isInFence = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      room -= line.utf8.count + 1
      guard room >= 0 else { break }
      kept += line + "\n"
      if line == fence { isInFence.toggle() }
    }
    return kept.isEmpty ? "" : kept + (isInFence ? fence + "\n" : "") + note
  }

  private static let fence = "```"

  private static func parts(of suite: SuiteResult) -> [String] {
    let names = suite.title.parts
    let heading =
      names.isEmpty ? [] : ["### \(names.map(MarkdownText.plain).joined(separator: ", "))"]
    let problems = suite.problems.map { "- **error** \(MarkdownText.plain($0.text))" }
    let table =
      suite.cases.isEmpty
      ? [] : CaseMatrix.matrices(of: suite.cases).map(\.markdown) + [self.table(suite.cases)]
    let notes = suite.notes.map { "- \(MarkdownText.plain($0))" }
    let skipped =
      suite.skippedCount > 0 ? ["- \(counted(suite.skippedCount, "case")) not run"] : []
    // Cases that passed have no details of their own.
    let damaged = suite.cases.filter { $0.verdict == .passed }.compactMap { result -> String? in
      let lines =
        result.standstillLines + result.freezeLines + result.damageLines + result.mediaLines
      guard !lines.isEmpty else { return nil }
      return "- \(MarkdownText.code(result.checkCase.name)): "
        + MarkdownText.plain(lines.joined(separator: "; "))
    }
    let lists = [problems, damaged, notes + skipped].filter { !$0.isEmpty }.map {
      $0.joined(separator: "\n")
    }
    return heading + table + lists
      + suite.cases.filter { $0.verdict != .passed }.map(details) + settings(suite.cases)
  }

  /// What each case was run with, folded.
  private static func settings(_ results: [CaseResult]) -> [String] {
    guard !results.isEmpty else { return [] }
    let items = results.map { result in
      "- \(MarkdownText.code(result.checkCase.name)): "
        + CaseSettingText(result).lines.map(MarkdownText.plain).joined(separator: "; ")
    }
    return [
      "<details><summary>What was run</summary>", items.joined(separator: "\n"), "</details>",
    ]
  }

  private static func table(_ results: [CaseResult]) -> String {
    let rows = results.map { result in
      let summary: SessionSummary? =
        if case .ran(let session) = result.outcome { session.summary } else { nil }
      return [
        MarkdownText.cell(result.checkCase.name), result.markdownVerdict,
        summary.map { $0.startup?.text(places: 3) ?? "never" } ?? "–",
        summary.map { "\($0.stallCount)" } ?? "–",
        summary.map { $0.stalled.time?.text(places: 3) ?? "open" } ?? "–",
      ]
    }
    return MarkdownTable(
      heading: ["case", "verdict", "startup", "stalls", "stalled"], words: [0],
      rows: rows
    ).lines.joined(separator: "\n")
  }

  /// The details of a case, as code, so that nothing in them is markup.
  private static func details(of result: CaseResult) -> String {
    let lines = CaseText(result, style: .report).detailLines(indent: 0)
    return "\(MarkdownText.code(result.checkCase.name)) \(result.markdownVerdict)\n\n"
      + ([fence] + lines + [fence]).joined(separator: "\n")
  }
}

extension CaseResult {
  /// The verdict, in bold if the case failed.
  fileprivate var markdownVerdict: String {
    switch verdict {
    case .passed:
      (["passed"] + (comparison?.isBetter == true ? ["better"] : [])
        + (damage?.isDamaged == true ? ["damaged"] : [])).joined(separator: ", ")
    case .warned: "passed with a warning"
    case .failed: "**failed**"
    case .error: "**could not run**"
    }
  }
}
