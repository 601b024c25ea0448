import MediaReading
import POSIX

/// The signal thread and its state.
final class SignalWatcher: Sendable {
  /// The grace period, in microseconds, for work to end after a request to stop.
  ///
  /// Work polls the request far more often. Work that takes longer is blocked, for example on a
  /// pipe without a reader or writer, perhaps forever.
  private static let patience: UInt32 = 500_000

  private let signals: sigset_t
  private let context: Context

  /// Waits for `signals` and passes the first one to the command of `context`.
  init(_ signals: sigset_t, _ context: Context) {
    self.signals = signals
    self.context = context
  }

  /// Waits for the first signal and asks the command to stop; ends the process if it does not.
  ///
  /// Further signals are ignored: a sender that signals a process and its group, as `timeout` does,
  /// means one signal, and the end is near in any case.
  func wait() {
    var signals = signals
    var number: Int32 = 0
    guard unsafe sigwait(&signals, &number) == 0 else { return }
    context.interruption.request()
    context.helper?.stop()
    usleep(Self.patience)
    context.ending.force(
      context.whereabouts.interruption, context.diagnostics, leavingNo: context.unfinishedFiles)
  }
}

#if canImport(Darwin)
  /// The thread's entry point.
  func runSignalWatcher(_ watcher: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    unsafe Unmanaged<SignalWatcher>.fromOpaque(watcher).takeRetainedValue().wait()
    return nil
  }
#else
  /// The thread's entry point.
  func runSignalWatcher(_ watcher: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let watcher = unsafe watcher else { return nil }
    unsafe Unmanaged<SignalWatcher>.fromOpaque(watcher).takeRetainedValue().wait()
    return nil
  }
#endif
