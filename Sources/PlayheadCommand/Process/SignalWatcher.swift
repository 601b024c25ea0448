import MediaReading

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the thread that waits for signals needs to know.
final class SignalWatcher: Sendable {
  private let signals: sigset_t
  private let interruption: Interruption

  /// Waits for `signals` and hands the first one on to `interruption`.
  init(_ signals: sigset_t, _ interruption: Interruption) {
    self.signals = signals
    self.interruption = interruption
  }

  /// Waits for the first signal; from then on the next one ends the process.
  func wait() {
    var signals = signals
    var number: Int32 = 0
    guard unsafe sigwait(&signals, &number) == 0 else { return }
    interruption.request()
    dropEchoes(&signals)
    // This thread lets them in again and stays, as a signal needs a thread to go to.
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    while true { _ = pause() }
  }
}

extension SignalWatcher {
  /// Passes over what comes right behind the first signal: whoever signals a process and its group,
  /// as `timeout` does, means it once.
  private func dropEchoes(_ signals: inout sigset_t) {
    usleep(250_000)
    var pending = sigset_t()
    for candidate in [SIGINT, SIGTERM] {
      guard unsafe sigpending(&pending) == 0, unsafe sigismember(&pending, candidate) == 1,
        unsafe sigismember(&signals, candidate) == 1
      else { continue }
      var number: Int32 = 0
      _ = unsafe sigwait(&signals, &number)
    }
  }
}

#if canImport(Darwin)
  /// Where the thread begins.
  func runSignalWatcher(_ watcher: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    unsafe Unmanaged<SignalWatcher>.fromOpaque(watcher).takeRetainedValue().wait()
    return nil
  }
#else
  /// Where the thread begins.
  func runSignalWatcher(_ watcher: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let watcher = unsafe watcher else { return nil }
    unsafe Unmanaged<SignalWatcher>.fromOpaque(watcher).takeRetainedValue().wait()
    return nil
  }
#endif
