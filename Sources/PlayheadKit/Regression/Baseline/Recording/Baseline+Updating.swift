/// The changes from one baseline to the next.
public struct BaselineUpdate: Hashable, Sendable {
  /// The new baseline.
  public var baseline: Baseline
  /// The number of added cases.
  public var addedCount: Int
  /// The number of cases whose record changed.
  public var changedCount: Int
  /// The number of removed cases.
  public var removedCount: Int

  /// The update from `old`, or from no baseline, to `new`.
  public init(from old: Baseline?, to new: Baseline) {
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
  public var text: String {
    let parts = [(addedCount, "new"), (changedCount, "changed"), (removedCount, "removed")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let changes = parts.isEmpty ? "none of them changed" : parts.joined(separator: ", ")
    return "\(counted(baseline.cases.count, "case")): \(changes)"
  }
}

extension Baseline {
  /// The baseline updated with the records in `result`.
  ///
  /// Cases that were filtered out or could not run keep their records. Records of cases no longer
  /// in the suite are removed.
  ///
  /// - Parameters:
  ///   - old: the previous baseline; `nil` for the first one.
  ///   - result: the cases that ran, with their records.
  ///   - names: the names of all cases of the suite, filtered ones included.
  ///   - toolVersion: the version of Playhead that made the records.
  ///   - readerVersions: the libraries that read the media.
  /// - Returns: the new baseline.
  public static func updated(
    _ old: Baseline?, with result: SuiteResult, of names: Set<String>, toolVersion: String,
    readerVersions: [String]
  ) -> Baseline {
    let kept = (old?.cases ?? []).filter { names.contains($0.name) }
    return Baseline(
      toolVersion: toolVersion, readerVersions: readerVersions,
      cases: kept + result.cases.compactMap(\.record))
  }

  /// Notes on the baseline as a whole for a comparison.
  ///
  /// - Parameters:
  ///   - names: the names of all cases of the suite.
  ///   - toolVersion: the version of Playhead that compares.
  ///   - readerVersions: the libraries that read the media.
  /// - Returns: one sentence per note, without its full stop.
  public func notes(
    forCases names: Set<String>, toolVersion: String, readerVersions: [String]
  ) -> [String] {
    var notes: [String] = []
    if toolVersion != self.toolVersion {
      notes.append(
        "the baseline was recorded by Playhead \(self.toolVersion), and this is \(toolVersion)")
    }
    if readerVersions != self.readerVersions {
      notes.append(
        "the baseline's media was read by \(self.readerVersions.wordList(or: false)), and this is "
          + readerVersions.wordList(or: false))
    }
    let gone = cases.map(\.name).filter { !names.contains($0) }
    if !gone.isEmpty {
      let shown = gone.prefix(3).map { "“\($0)”" }
      let rest = gone.count - shown.count
      notes.append(
        "the baseline has \(counted(gone.count, "case")) that the suite does not have: "
          + (shown + (rest > 0 ? ["\(rest) more"] : [])).wordList(or: false))
    }
    return notes
  }
}
