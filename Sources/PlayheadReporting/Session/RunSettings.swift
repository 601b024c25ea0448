package import PlayheadLadder
package import PlayheadModel

/// What the user does in a session, how often the media plays, and for how long at most.
package struct RunSettings: Hashable, Sendable {
  /// The user's actions, in order if at one time.
  package var actions: [UserAction]
  /// The number of times that the media plays.
  package var loops: Int
  /// The limit on the wall time as it was set; `nil` for the default.
  package var limit: WallTime?

  /// Settings of the parts given.
  package init(actions: [UserAction] = [], loops: Int = 1, limit: WallTime? = nil) {
    self.actions = actions
    self.loops = loops
    self.limit = limit
  }

  /// The settings of `scenario`.
  package init(_ scenario: Scenario) {
    self.init(
      actions: scenario.actions, loops: scenario.repeats + 1, limit: scenario.options.limit)
  }
}
