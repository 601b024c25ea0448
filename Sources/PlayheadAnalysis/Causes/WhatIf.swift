package import PlayheadModel

/// A session played with changes that somebody asked for.
package struct WhatIf: Hashable, Sendable {
  /// A change of a session of a file as it was asked for.
  package struct Change: Hashable, Sendable {
    /// What it is called: `faststart`, `link=2M`.
    package var name: String
    /// The change.
    package var change: ScenarioChange

    /// A change called `name`.
    package init(_ name: String, _ change: ScenarioChange) {
      self.name = name
      self.change = change
    }
  }

  /// The names of the changes, in the order in which they are applied.
  package var changes: [String]
  /// The names of those that change nothing.
  package var idle: [String]
  /// The session with the others.
  package var session: Session
  /// The figures of merit of that session.
  package var summary: SessionSummary
  /// The figures of merit of the session as it is by the bit rates that the changes declare, so
  /// that both are scored alike; `nil` where they declare no others.
  package var base: SessionSummary?

  /// `scenario` with `changes`, and the names of those that change nothing of it.
  package static func scenario(
    _ scenario: FileScenario, with changes: [Change]
  ) -> (changed: FileScenario, idle: [String]) {
    var (changed, idle) = (scenario, [String]())
    for change in changes {
      if let next = change.change.applied(to: changed) {
        changed = next
      } else {
        idle.append(change.name)
      }
    }
    return (changed, idle)
  }

  /// The result of playing a scenario with what is called `changes`, of which `idle` change
  /// nothing.
  package init(_ changes: [String], idle: [String], _ session: Session, _ summary: SessionSummary) {
    self.changes = changes
    self.idle = idle
    self.session = session
    self.summary = summary
  }
}
