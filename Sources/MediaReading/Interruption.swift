import Synchronization

/// A request to stop, which any thread can make and the reader checks as it works.
public final class Interruption: Sendable {
  private let flag = Atomic(false)

  /// No request yet.
  public init() {}

  /// Whether the work should stop.
  public var isRequested: Bool { flag.load(ordering: .relaxed) }

  /// Asks the work to stop; safe in a signal handler.
  public func request() {
    flag.store(true, ordering: .relaxed)
  }
}
