/// Which record of a baseline is that of which case of its suite.
///
/// A case whose name is recorded has that record. The name of a case that stands for a product changes
/// with what it is made of, though: `home [1M]` becomes `home [900k]`. So what is left on both sides is
/// matched in rounds; each round matches a case and a record that agree on what it looks at, if no other
/// case and no other record that is left agrees on it:
///
/// 1. the case as it is written, its media, network and player, all by the names in reports: the product
///    only grew or shrank;
/// 2. the case as it is written, the position in its product, and two of media, network and player: the
///    third was replaced;
/// 3. the same without the position: the list was sorted anew besides;
/// 4. the case as it is written and the position in its product: several were replaced;
/// 5. media, network, player and the manner of playing, under another name: the case was renamed.
///
/// What matches so is compared by its definition, so that a match never hides a change. What remains are
/// new cases, and records whose cases are gone. Records without a definition match by name only.
public struct CaseMatching: Hashable, Sendable {
  /// The names of records by the names of their cases.
  private var recordNames: [String: String] = [:]
  /// The records that no case has, in the order of the baseline.
  public private(set) var unmatched: [RecordedCase]

  /// Matches the records of `baseline` with `cases`, all those of its suite.
  public init(_ baseline: Baseline, cases: [CheckCase]) {
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
  public func recordName(ofCaseNamed name: String) -> String? { recordNames[name] }

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
    _ cases: inout [CheckCase], _ records: inout [RecordedCase],
    by caseKey: (CheckCase) -> [String], _ recordKey: (RecordedCase) -> [String]?
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

  private static func key(_ checkCase: CheckCase, _ aspects: [Aspect]) -> [String] {
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
      case .manner: CaseDefinition.mannerKeys.map { definition.text(of: $0) ?? "" }
      }
    }
  }
}
