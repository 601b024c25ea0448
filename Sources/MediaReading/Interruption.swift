internal import Synchronization

/// A request to stop that one thread makes and long work on another looks for.
public final class Interruption: Sendable {
  private let flag = Atomic<Bool>(false)

  /// An interruption that nobody has requested yet.
  public init() {}

  /// Whether the work should stop as soon as it can.
  public var isRequested: Bool {
    flag.load(ordering: .acquiring)
  }

  /// Asks the work to stop; there is no way back.
  public func request() {
    flag.store(true, ordering: .releasing)
  }
}
