import MediaReading
import PlayheadKit
import PlayheadWatch
import Synchronization

/// Finds the causes of a session's waits beside what is drawn, as that may take a second.
final class CauseFinding: Sendable {
  private struct State {
    /// The number of the session that is looked at.
    var number: Int?
    var found: (number: Int, causes: SessionCauses?)?
  }

  private let state = Mutex(State())

  /// Begins with the session that is watched, and gives up any other, unless that is done already.
  func find(of watching: Watching, until interruption: Interruption) {
    let number = watching.sessionNumber
    let isNew = state.withLock { state in
      guard state.number != number else { return false }
      state.number = number
      return true
    }
    guard isNew else { return }
    let (played, scenario) = (watching.session.played, watching.session.scenario)
    Task.detached(priority: .utility) { [self] in
      let causes = SessionCauses(of: played, in: scenario) { [self] in
        interruption.isRequested || state.withLock { $0.number != number }
      }
      state.withLock { state in
        if state.number == number { state.found = (number, causes) }
      }
    }
  }

  /// What was found since the last time; `nil` if nothing was.
  func take() -> (number: Int, causes: SessionCauses?)? {
    state.withLock { state in
      defer { state.found = nil }
      return state.found
    }
  }

  /// Gives up.
  func stop() { state.withLock { $0.number = -1 } }
}
