import Synchronization

/// What is asked for by several tests and takes long to find, found once for each key.
final class Answers<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// The answer to one question, once it was found.
  private final class Answer: Sendable {
    let value = Mutex<Value?>(nil)
  }

  private let answers = Mutex<[Key: Answer]>([:])

  /// The answer to `key`, which `find` finds for the first test that asks.
  func answer(to key: Key, find: () throws -> Value) throws -> Value {
    let answer = answers.withLock { answers in
      let answer = answers[key] ?? Answer()
      answers[key] = answer
      return answer
    }
    return try answer.value.withLock { value in
      let known = try value ?? find()
      value = known
      return known
    }
  }
}
