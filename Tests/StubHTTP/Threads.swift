import POSIX

private final class Work {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// Runs `body` on a thread of its own: it blocks, which a task must not.
package func runOnThread(_ body: @escaping @Sendable () -> Void) throws(StubServerError) {
  let work = unsafe Unmanaged.passRetained(Work(body)).toOpaque()
  #if canImport(Glibc)
    var thread = pthread_t()
  #else
    var thread: pthread_t?
  #endif
  let code = unsafe pthread_create(
    &thread, nil,
    { context in
      #if !canImport(Glibc)
        let context: UnsafeMutableRawPointer? = unsafe context
      #endif
      if let context = unsafe context {
        unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
      }
      return nil
    }, work)
  guard code == 0 else {
    unsafe Unmanaged<Work>.fromOpaque(work).release()
    throw StubServerError(step: "thread", code: code)
  }
  #if canImport(Glibc)
    pthread_detach(thread)
  #else
    if let thread = unsafe thread { unsafe pthread_detach(thread) }
  #endif
}

/// Lets other threads run for a hundredth of a second.
package func sleepBriefly() {
  usleep(10_000)
}
