/// The record of each case of a suite in a baseline.
///
/// A case has the record of its name. The name of a case in a product changes with its parts,
/// though: `home [1M]` becomes `home [900k]`. So the cases and records left over are matched in
/// rounds. Each round matches a case and a record that agree on the aspects of the round, if no
/// other case or record left over agrees on them:
///
/// 1. written case, media, network and player, all by their names in reports: the product grew or
///    shrank;
/// 2. written case, position in its product, and two of media, network and player: the third was
///    replaced;
/// 3. the same without the position: the list was also reordered;
/// 4. written case and position in its product: several parts were replaced;
/// 5. media, network, player and the manner of playing, under another name: the case was renamed.
///
/// Matched pairs are compared by their definitions, so a match never hides a change. Records
/// without a definition match by name only. The rest are new cases and left-over records. A new
/// case may be that of a left-over record, both renamed and changed, so it does not pass beside
/// one.
package struct CaseMatching: Hashable, Sendable {
  /// The names of records by the names of their cases.
  private var recordNames: [String: String] = [:]
  /// The left-over records, in the order of the baseline: the suite has no case for them.
  package private(set) var unmatched: [RecordedCase]

  /// Matches the records of `baseline` with `cases`, all those of its suite.
  package init(_ baseline: Baseline, cases: [SuiteCase]) {
    unmatched = []
    var records = baseline.cases
    var rest = cases
    match(&rest, &records, by: { [$0.name] }, { [$0.name] })
    for aspects in Self.rounds {
      match(&rest, &records, by: { Self.key($0, aspects) }, { Self.key($0, aspects) })
    }
    unmatched = records
  }

  /// The name of the record of the case called `name`; `nil` if it has none.
  package func recordName(ofCaseNamed name: String) -> String? { recordNames[name] }

  private enum Aspect {
    case origin, position, media, network, player, manner
  }

  private static let rounds: [[Aspect]] = [
    [.origin, .media, .network, .player],
    [.origin, .position, .media, .player], [.origin, .position, .media, .network],
    [.origin, .position, .network, .player],
    [.origin, .media, .player], [.origin, .media, .network], [.origin, .network, .player],
    [.origin, .position],
    [.media, .network, .player, .manner],
  ]

  /// Matches what has the same key, if nothing else has it.
  private mutating func match(
    _ cases: inout [SuiteCase], _ records: inout [RecordedCase],
    by caseKey: (SuiteCase) -> [String], _ recordKey: (RecordedCase) -> [String]?
  ) {
    guard !cases.isEmpty, !records.isEmpty else { return }
    var recordsByKey: [[String]: [String]] = [:]
    for record in records {
      if let key = recordKey(record) { recordsByKey[key, default: []].append(record.name) }
    }
    let casesByKey = Dictionary(grouping: cases, by: caseKey)
    var matched: Set<String> = []
    for (key, found) in casesByKey {
      guard found.count == 1, let names = recordsByKey[key], names.count == 1 else { continue }
      recordNames[found[0].name] = names[0]
      matched.insert(names[0])
    }
    cases.removeAll { recordNames[$0.name] != nil }
    records.removeAll { matched.contains($0.name) }
  }

  private static func key(_ checkCase: SuiteCase, _ aspects: [Aspect]) -> [String] {
    aspects.flatMap { aspect in
      switch aspect {
      case .origin: [checkCase.origin.name]
      case .position: [String(checkCase.origin.position)]
      case .media: [checkCase.media.name]
      case .network: [checkCase.network.name]
      case .player: [checkCase.player.name]
      case .manner: CaseDefinition.manner(of: checkCase).map(\.text)
      }
    }
  }

  private static func key(_ record: RecordedCase, _ aspects: [Aspect]) -> [String]? {
    guard let definition = record.definition else { return nil }
    return aspects.flatMap { aspect -> [String] in
      switch aspect {
      case .origin: [definition.origin.name]
      case .position: [String(definition.origin.position)]
      case .media: [record.media.name]
      case .network: [definition.network]
      case .player: [definition.player]
      case .manner:
        CaseDefinition.mannerKeys.map { definition.text(of: $0) ?? "" }
          + [CaseDefinition.faultsKey, CaseDefinition.liveKey, CaseDefinition.readingKey]
          .compactMap { definition.text(of: $0) }
      }
    }
  }
}
