import Synchronization

/// The results of pieces of work that are done at once.
final class ParallelResults<Value: Sendable>: Sendable {
  private let results: Mutex<[Result<Value, MediaReadingError>?]>

  /// Results of `count` pieces, none done yet.
  init(_ count: Int) {
    results = Mutex(Array(repeating: nil, count: count))
  }

  /// Keeps the result of the piece numbered `number`.
  func keep(_ result: Result<Value, MediaReadingError>, at number: Int) {
    results.withLock { $0[number] = result }
  }

  /// All that are there, in order; the first error.
  func all() throws(MediaReadingError) -> [Value] {
    var values: [Value] = []
    for case let result? in results.withLock({ $0 }) { values.append(try result.get()) }
    return values
  }
}
