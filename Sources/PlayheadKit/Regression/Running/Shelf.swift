import Synchronization

/// Values that are made when they are first asked for, and once however many threads ask.
final class Shelf<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let slots: [Key: Slot]

  /// A shelf with a place for each of `keys`, which is asked for so many times in all as it is in
  /// there; then its value is let go.
  init(_ keys: some Sequence<Key>) {
    var counts: [Key: Int] = [:]
    for key in keys { counts[key, default: 0] += 1 }
    slots = counts.mapValues { Slot(uses: $0) }
  }

  /// The value of `key`, made by `make` if this is the first time; others wait for it.
  ///
  /// - Precondition: the shelf has a place for `key`.
  func value(
    of key: Key, _ make: (Key) throws(CaseError) -> Value
  ) throws(CaseError) -> Value {
    guard let slot = slots[key] else { preconditionFailure("there is no place for this") }
    return try slot.value { () throws(CaseError) in try make(key) }
  }

  /// One of the uses of `key` is over.
  func release(_ key: Key) {
    slots[key]?.release()
  }

  private final class Slot: Sendable {
    private let state: Mutex<(result: Result<Value, CaseError>?, uses: Int)>

    init(uses: Int) {
      state = Mutex((nil, uses))
    }

    func value(_ make: () throws(CaseError) -> Value) throws(CaseError) -> Value {
      try state.withLock { state throws(CaseError) in
        if let result = state.result { return try result.get() }
        let result: Result<Value, CaseError>
        do throws(CaseError) {
          result = .success(try make())
        } catch {
          result = .failure(error)
        }
        state.result = result
        return try result.get()
      }
    }

    func release() {
      state.withLock { state in
        state.uses -= 1
        if state.uses == 0 { state.result = nil }
      }
    }
  }
}
