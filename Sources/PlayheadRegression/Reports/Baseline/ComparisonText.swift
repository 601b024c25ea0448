import PlayheadAnalysis
import PlayheadReporting

/// The result of a comparison with a baseline, in text.
struct ComparisonText {
  private let comparison: CaseComparison
  private let style: TextStyle

  init(_ comparison: CaseComparison, style: TextStyle) {
    self.comparison = comparison
    self.style = style
  }

  /// The lines; none if everything is as recorded or within its tolerance.
  ///
  /// What is worse comes first, then what is only different, and last what is better.
  var lines: [String] {
    statements.flatMap { statement in
      WrappedRow(name: "", nameWidth: 0, style: style.plain).lines(naming: statement)
    } + (comparison.tickDiff.map { TickDiffText($0, style: style).lines } ?? [])
  }

  /// A statement for each finding.
  private var statements: [String] {
    let renamed = comparison.recordedName.map { "renamed: recorded as “\($0.printable)”" }
    return findings + [renamed].compactMap(\.self)
  }

  private var findings: [String] {
    switch comparison.finding {
    case .notRecorded(let leftOver) where leftOver.isEmpty: return ["new: not in the baseline"]
    case .notRecorded(let leftOver):
      return [
        "new: not in the baseline, which has \(Self.records(leftOver)) without a case",
        "a case renamed and changed looks like this; if it is intended, record it with "
          + "--update-baseline",
      ]
    case .definitionMissing:
      return [
        "changed or not: the record has no definition (network, player, actions), as it is from an "
          + "older version",
        "metrics not compared; record it again with --update-baseline",
      ]
    case .mediaChanged(let media, _):
      let change = media.found.change(since: media.recorded).map { [$0] } ?? []
      let changed = change.map { "changed: \($0.text.printable)" }
      // What the case fails by comes first.
      return (media.rule == .fail ? changed + metrics : metrics + changed)
        + (comparison.changes.isEmpty ? ["no metric differs beyond its tolerance"] : [])
        + [Self.hint(on: media.rule)]
    case .definitionChanged(let changes):
      return changes.map { "changed: \($0.text.printable)" } + [Self.hint]
    case .compared(_, haveStallsMoved: true):
      return ["changed: stalls moved, though no metric changed"]
    case .compared: return metrics
    }
  }

  /// A statement for each metric that changed.
  private var metrics: [String] {
    let verdicts: [MetricChange.Verdict] = [.worse, .changed, .better]
    return verdicts.flatMap { verdict in
      comparison.changes.filter { $0.verdict == verdict }.map(statement)
    }
  }

  /// Some of the records called `names`.
  private static func records(_ names: [String]) -> String {
    let shown = names.prefix(maximumRecords).map { "“\($0.printable)”" }
    let rest = names.count - shown.count
    return (names.count == 1 ? "record " : "records ")
      + (shown + (rest > 0 ? ["\(rest) more"] : [])).wordList(or: false)
  }

  /// More records than this are counted rather than listed.
  private static let maximumRecords = 3

  /// What to do about a case whose media changed.
  private static func hint(on rule: MediaChange.Rule) -> String {
    switch rule {
    case .fail:
      "if this is intended, record it with --update-baseline; --on-media-change=compare fails only "
        + "what is worse"
    case .compare: "judged by what is worse, as the media changed; --update-baseline records it"
    }
  }

  /// What to do about a case whose definition changed.
  private static let hint =
    "metrics not compared; if this is intended, record it with --update-baseline"

  private func statement(_ change: MetricChange) -> String {
    let tolerance =
      change.tolerance == .exact
      ? "" : ", allowed \(change.tolerance.text(for: change.metric))"
    return "\(change.verdict.rawValue): \(change.text)\(tolerance)"
  }
}

extension TextStyle {
  /// The style of text within another report: not wrapped, not coloured.
  static let report = TextStyle(width: 100_000, usesUnicode: true, usesColor: false)
}
