import POSIX

/// The signal handling of the process.
enum Signals {
  /// Makes writing to a closed pipe, or beyond the file size limit, an ordinary error instead of
  /// ending the process.
  static func ignoreFailedWrites() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  /// The signals that ask a process to end, and would end it without removing its temporary files:
  /// from the keyboard, from a terminal that closes, and from limits and timers that others set.
  ///
  /// Not `SIGUSR1` and `SIGUSR2`: by these, Swift's runtime stops the threads of a process that
  /// crashes, so that a crash would look like an interruption.
  private static let requestsToEnd = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGVTALRM, SIGXCPU,
  ]

  /// Turns the first signal that asks the process to end into a request to stop, and ends the
  /// process if that is not enough.
  ///
  /// A thread waits for them, as a handler could do next to nothing and would need a global. It
  /// must start before any other thread, because threads inherit the blocked signals.
  static func watch(for context: Context) {
    var signals = sigset_t()
    _ = unsafe sigemptyset(&signals)
    for number in requestsToEnd where !isIgnored(number) {
      _ = unsafe sigaddset(&signals, number)
    }
    guard unsafe pthread_sigmask(SIG_BLOCK, &signals, nil) == 0 else { return }
    let watcher = unsafe Unmanaged.passRetained(SignalWatcher(signals, context))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let status = unsafe pthread_create(&thread, nil, runSignalWatcher, watcher.toOpaque())
    if status != 0 {
      // Without the thread, signals have their default effect.
      unsafe watcher.release()
      _ = unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }
  }

  /// Whether the parent process set the signal to be ignored, as `nohup` and `&` in scripts do.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      let handler = unsafe action.__sigaction_u.__sa_handler
    #else
      let handler = unsafe action.__sigaction_handler.sa_handler
    #endif
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
