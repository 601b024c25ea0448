#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the process does about signals.
enum Signals {
  /// Makes writing to a reader who has gone, or beyond the size that files may have, an error like
  /// others, instead of our end.
  static func ignoreFailedWrites() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  /// Turns the first SIGINT or SIGTERM into a request to stop, and ends the process if that is not
  /// enough.
  ///
  /// A thread waits for them, as a handler could do next to nothing and would need a global. All
  /// threads started later leave them to it, so this has to come before any.
  static func watch(for context: Context) {
    var signals = sigset_t()
    _ = unsafe sigemptyset(&signals)
    for number in [SIGINT, SIGTERM] where !isIgnored(number) {
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
      // Then they do what they do in any other program.
      unsafe watcher.release()
      _ = unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }
  }

  /// Whether whoever started us wants us not to hear of it, as `nohup` and `&` in scripts do.
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
