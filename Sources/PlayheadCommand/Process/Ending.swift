import POSIX
import PlayheadKit
import Synchronization

/// Ensures that the process ends and reports only once, although both the working thread and the
/// signal thread may end it.
final class Ending: Sendable {
  private enum State {
    case working, told, ended
  }

  private let state = Mutex(State.working)

  /// Lets the working thread report its failure; it does not return if the process already ends.
  func beginTelling() {
    let hasEnded = state.withLock { state in
      if state == .working { state = .told }
      return state == .ended
    }
    while hasEnded { _ = pause() }
  }

  /// Ends the process, even while other threads wait, and removes the `unfinished` files.
  func force(
    _ failure: Failure, _ diagnostics: Diagnostics, leavingNo unfinished: UnfinishedFiles
  ) -> Never {
    let isTold = state.withLock { state in
      defer { state = .ended }
      return state == .told
    }
    unfinished.abandon()
    if !isTold { diagnostics.reportWithoutWaiting(failure) }
    _exit(failure.code.rawValue)
  }
}
