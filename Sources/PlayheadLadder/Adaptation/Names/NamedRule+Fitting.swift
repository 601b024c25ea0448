import PlayheadModel

extension NamedRule {
  /// Why the rule cannot choose levels of `ladder`, as a clause; `nil` if it can.
  package func refusal(for ladder: Ladder) -> String? {
    guard case .fixed(let level) = self else { return nil }
    let count = ladder.lanes[0].levels.count
    return level < count ? nil : "the ladder has \(counted(count, "level")), from 0"
  }
}
