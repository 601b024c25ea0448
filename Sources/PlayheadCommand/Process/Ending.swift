import PlayheadKit
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Sees to it that the process ends once and says so once, although two threads may want it to: the
/// one that works, and the one that a signal wakes.
final class Ending: Sendable {
  private enum State {
    case working, told, ended
  }

  private let state = Mutex(State.working)

  /// Lets the thread that works say why it fails; it does not return if the process ends already.
  func beginTelling() {
    let hasEnded = state.withLock { state in
      if state == .working { state = .told }
      return state == .ended
    }
    while hasEnded { _ = pause() }
  }

  /// Ends the process, whatever other threads are waiting for, leaving none of `unfinished`.
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
