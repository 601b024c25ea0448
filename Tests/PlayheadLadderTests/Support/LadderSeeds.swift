import Foundation
import PlayheadModel

/// The seeds that random ladders are made of: a few, or all where `PLAYHEAD_TEST_SEEDS` is `all`.
enum LadderSeeds {
  /// The first `few` of `all` seeds, or all.
  static func each(few: UInt64, all: UInt64) -> [UInt64] { Array(0..<end(few, all)) }

  /// The first `few` of `all` seeds, or all, in blocks of 50.
  static func blocks(few: UInt64, all: UInt64) -> [Range<UInt64>] {
    let end = end(few, all)
    return stride(from: 0, to: end, by: 50).map { $0..<min($0 + 50, end) }
  }

  private static func end(_ few: UInt64, _ all: UInt64) -> UInt64 {
    ProcessInfo.processInfo.environment["PLAYHEAD_TEST_SEEDS"] == "all" ? all : few
  }
}

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
