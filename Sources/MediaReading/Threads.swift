import POSIX

/// Threads made for one piece of work.
///
/// Dispatch keeps threads for later, and opens files to count those that are busy, which a confined
/// process cannot.
enum Threads {
  /// Does `work` for each number below `count`, each on a thread of its own, to the end.
  ///
  /// Where the system permits no more threads, the rest is done on this one.
  static func perform(_ count: Int, _ work: @Sendable (Int) -> Void) {
    withoutActuallyEscaping(work) { (work: @escaping @Sendable (Int) -> Void) in
      var threads: [pthread_t] = []
      var started = 1
      while started < count {
        let number = started
        guard let thread = start({ work(number) }) else { break }
        threads.append(thread)
        started += 1
      }
      if count > 0 { work(0) }
      for number in started..<max(started, count) { work(number) }
      for thread in threads { join(thread) }
    }
  }

  /// Starts `work` on a thread; `nil` if the system permits none.
  static func start(_ work: @escaping @Sendable () -> Void) -> pthread_t? {
    let context = unsafe Unmanaged.passRetained(Work(work)).toOpaque()
    #if canImport(Darwin)
      var created: pthread_t?
    #else
      var created = pthread_t()
    #endif
    guard unsafe pthread_create(&created, nil, { unsafe Work.run($0) }, context) == 0 else {
      unsafe Unmanaged<Work>.fromOpaque(context).release()
      return nil
    }
    return created
  }

  /// Waits until a thread has ended.
  static func join(_ thread: pthread_t) {
    pthread_join(thread, nil)
  }

  private final class Work: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
      self.run = run
    }

    /// What a new thread begins with; it owns the work that is at `context`.
    static func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
      guard let context = unsafe context else { return nil }
      unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run()
      return nil
    }
  }
}
