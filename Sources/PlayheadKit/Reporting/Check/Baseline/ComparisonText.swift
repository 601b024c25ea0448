/// What a comparison with a baseline found, in text.
struct ComparisonText {
  private let comparison: CaseComparison
  private let style: TextStyle

  init(_ comparison: CaseComparison, style: TextStyle) {
    self.comparison = comparison
    self.style = style
  }

  /// The lines; none if all is as recorded or within its tolerance.
  ///
  /// What is worse comes first, then what is only different, and last what is better.
  var lines: [String] {
    statements.flatMap { statement in
      WrappedRow(name: "", nameWidth: 0, style: style.plain).lines(statement)
    } + (comparison.tickDiff.map { TickDiffText($0, style: style).lines } ?? [])
  }

  /// A statement for each finding.
  private var statements: [String] {
    switch comparison.finding {
    case .notRecorded: return ["new: the baseline has no record of this case"]
    case .mediaChanged(let recorded, let found):
      return [
        "media changed: \(found.name.printable) has \(counted(found.bytes, "byte")) with SHA-256 "
          + "\(found.digest.prefix(12))…, recorded were \(counted(recorded.bytes, "byte")) with "
          + "\(recorded.digest.prefix(12))…; nothing was compared, so look at it and write "
          + "--update-baseline"
      ]
    case .compared(_, haveStallsMoved: true):
      return ["changed: the stalls are elsewhere, though no metric changed"]
    case .compared:
      let verdicts: [MetricChange.Verdict] = [.worse, .changed, .better]
      return verdicts.flatMap { verdict in
        comparison.changes.filter { $0.verdict == verdict }.map(statement)
      }
    }
  }

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
