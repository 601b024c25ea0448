import PlayheadModel

/// A source of numbers that depend on its seed alone, so that a failure can be repeated.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = SplitMix.mixed(seed &+ SplitMix.increment)
  }

  mutating func next() -> UInt64 {
    state &+= SplitMix.increment
    return SplitMix.mixed(state)
  }

  /// A number of `range`.
  mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  /// True in `percent` of a hundred cases.
  mutating func chance(_ percent: Int) -> Bool { int(1...100) <= percent }

  /// One of `values`, which must not be empty.
  mutating func pick<Value>(_ values: Value...) -> Value { values[int(0...values.count - 1)] }
}
