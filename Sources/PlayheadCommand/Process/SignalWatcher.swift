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
  /// How long work has, in microseconds, to end by itself after a request to stop.
  ///
  /// Work looks at the request far more often; what takes longer is waiting for something, such as
  /// a pipe that nobody writes to or reads from, and could go on waiting for ever.
  private static let patience: UInt32 = 500_000

  private let signals: sigset_t
  private let context: Context

  /// Waits for `signals` and hands the first one on to the command of `context`.
  init(_ signals: sigset_t, _ context: Context) {
    self.signals = signals
    self.context = context
  }

  /// Waits for the first signal and asks the command to stop; then ends the process if that does
  /// not.
  ///
  /// Further signals are not heard: whoever signals a process and its group, as `timeout` does,
  /// means it once, and it is over soon in any case.
  func wait() {
    var signals = signals
    var number: Int32 = 0
    guard unsafe sigwait(&signals, &number) == 0 else { return }
    context.interruption.request()
    usleep(Self.patience)
    context.ending.force(
      context.whereabouts.interruption, context.diagnostics, leavingNo: context.unfinishedFiles)
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
