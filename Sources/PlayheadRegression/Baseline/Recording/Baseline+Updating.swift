import PlayheadModel

/// The changes from one baseline to the next.
package struct BaselineUpdate: Hashable, Sendable {
  /// The new baseline.
  package var baseline: Baseline
  /// The number of added cases.
  package var addedCount: Int
  /// The number of cases whose record changed.
  package var changedCount: Int
  /// The number of removed cases.
  package var removedCount: Int

  /// The update from `old`, or from no baseline, to `new`.
  package init(from old: Baseline?, to new: Baseline) {
    baseline = new
    let oldCases = old?.cases ?? []
    let before = Dictionary(uniqueKeysWithValues: oldCases.map { ($0.name, $0) })
    addedCount = new.cases.count { before[$0.name] == nil }
    changedCount = new.cases.count { recorded in
      before[recorded.name].map { $0 != recorded } ?? false
    }
    removedCount = oldCases.count { new.recordedCase(named: $0.name) == nil }
  }

  /// A short summary of the changes: `3 cases: 1 new, 1 changed, 1 removed`.
  package var text: String {
    let parts = [(addedCount, "new"), (changedCount, "changed"), (removedCount, "removed")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let changes = parts.isEmpty ? "none of them changed" : parts.joined(separator: ", ")
    return "\(counted(baseline.cases.count, "case")): \(changes)"
  }
}

extension Baseline {
  /// The baseline updated with the records in `result`.
  ///
  /// Cases that were left out or could not run keep their records, renamed cases too; left-over
  /// records are dropped.
  ///
  /// - Parameters:
  ///   - old: the previous baseline; `nil` for the first one.
  ///   - result: the cases that ran, with their records.
  ///   - cases: all cases of the suite, those left out included.
  ///   - toolVersion: the version of Playhead that made the records.
  ///   - readerVersions: the libraries that read the media.
  /// - Returns: the new baseline.
  public static func updated(
    _ old: Baseline?, with result: SuiteResult, of cases: [SuiteCase], toolVersion: String,
    readerVersions: [String]
  ) -> Baseline {
    let new = result.cases.compactMap(\.record)
    var kept: [RecordedCase] = []
    if let old {
      let matching = CaseMatching(old, cases: cases)
      let renewed = Set(new.map(\.name))
      kept = cases.filter { !renewed.contains($0.name) }.compactMap { checkCase in
        matching.recordName(ofCaseNamed: checkCase.name).flatMap(old.recordedCase(named:))
      }
    }
    return Baseline(
      toolVersion: toolVersion, readerVersions: readerVersions, cases: kept + new)
  }

  /// Notes on the baseline as a whole for someone who compares with it.
  ///
  /// - Parameters:
  ///   - cases: all cases of the suite.
  ///   - toolVersion: the version of Playhead that compares.
  ///   - readerVersions: the libraries that read the media.
  /// - Returns: one sentence per note, without its full stop.
  public func notes(
    for cases: [SuiteCase], toolVersion: String, readerVersions: [String]
  ) -> [String] {
    var notes: [String] = []
    if toolVersion != self.toolVersion {
      notes.append(
        "baseline recorded by Playhead \(self.toolVersion), this is \(toolVersion)")
    }
    if readerVersions != self.readerVersions {
      notes.append(
        "baseline recorded with \(self.readerVersions.wordList(or: false)), this is "
          + readerVersions.wordList(or: false))
    }
    let undefined = self.cases.count { $0.definition == nil }
    if undefined > 0 {
      notes.append(
        "the baseline lacks the definitions of \(counted(undefined, "case")); "
          + "record them with --update-baseline")
    }
    let gone = CaseMatching(self, cases: cases).unmatched.map(\.name)
    if !gone.isEmpty {
      let shown = gone.prefix(3).map { "“\($0)”" }
      let rest = gone.count - shown.count
      notes.append(
        "\(gone.count == 1 ? "left-over record" : "left-over records"), not in the suite: "
          + (shown + (rest > 0 ? ["\(rest) more"] : [])).wordList(or: false))
    }
    return notes
  }
}
