import Synchronization

/// A wish to stop that one thread states and another heeds when it can.
public final class Interruption: Sendable {
  private let flag = Atomic<Bool>(false)

  /// No wish yet.
  public init() {}

  /// Whether somebody wants the work to stop.
  public var isRequested: Bool { flag.load(ordering: .relaxed) }

  /// Asks for the work to stop; there is no way back.
  public func request() {
    flag.store(true, ordering: .relaxed)
  }
}
