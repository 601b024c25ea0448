import Foundation
import Synchronization

/// Reads a file to its end on a thread of its own.
///
/// A task would not do: the tests that write block the few threads that tasks have.
final class Reading: Sendable {
  private let data = Mutex<Data?>(nil)
  private let done = DispatchSemaphore(value: 0)

  convenience init(_ open: @escaping @Sendable () throws -> FileHandle) {
    self.init { () throws -> Data? in try open().readToEnd() }
  }

  /// Takes the bytes from `read`.
  init(_ read: @escaping @Sendable () throws -> Data?) {
    Thread.detachNewThread { [self] in
      let result = try? read()
      data.withLock { $0 = result }
      done.signal()
    }
  }

  /// The bytes, once there are no more; `nil` if they could not be read.
  func wait() -> Data? {
    done.wait()
    return data.withLock { $0 }
  }
}
