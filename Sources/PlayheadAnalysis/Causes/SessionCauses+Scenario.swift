package import PlayheadLadder

extension SessionCauses {
  /// The causes of the waits of `played`, which is the session of `scenario`; `nil` if a rule that
  /// may fail does so when the session is played again, or then decides otherwise.
  ///
  /// - Parameters:
  ///   - played: the session.
  ///   - scenario: what it depends on.
  ///   - isCancelled: called before each step; once it is true, what is known so far is the result.
  package init?(
    of played: PlayedSession, in scenario: Scenario, isCancelled: @escaping () -> Bool = { false }
  ) {
    switch scenario {
    case .file(let scenario):
      self.init(of: played.session, in: scenario, isCancelled: isCancelled)
    case .ladder(let scenario):
      guard let ladder = played.ladder else { return nil }
      self.init(replaying: ladder, in: scenario, isCancelled: isCancelled)
    }
  }
}
