import Synchronization

/// Values computed on first use, once for all threads.
package final class Shelf<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let slots: [Key: Slot]

  /// A shelf for `keys`, each of which is used as often as it occurs there; after that its value is
  /// released.
  package convenience init(_ keys: some Sequence<Key>) {
    var counts: [Key: Int] = [:]
    for key in keys { counts[key, default: 0] += 1 }
    self.init(uses: counts)
  }

  /// A shelf for keys that are used as often as `counts` says.
  package init(uses counts: [Key: Int]) {
    slots = counts.mapValues { Slot(uses: $0) }
  }

  /// The value of `key`, made by `make` on first use; other threads wait for it.
  ///
  /// - Precondition: `key` is one of the shelf's keys.
  package func value(
    of key: Key, _ make: (Key) throws(CaseError) -> Value
  ) throws(CaseError) -> Value {
    guard let slot = slots[key] else { preconditionFailure("there is no place for this") }
    return try slot.value { () throws(CaseError) in try make(key) }
  }

  /// Ends one use of `key`.
  package func release(_ key: Key) {
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
