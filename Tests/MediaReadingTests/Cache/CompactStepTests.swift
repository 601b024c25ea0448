import Expectations
import PlayheadKit
import Testing

@testable import MediaReading

@Suite("The steps of a curve in few bytes")
struct CompactStepTests {
  private static func steps(_ steps: [(Int64, Int64)]) -> [LoadingCurve.Step] {
    steps.map { LoadingCurve.Step(position: ReadPosition($0), end: MediaTime(nanoseconds: $1)) }
  }

  private static let examples: [[(Int64, Int64)]] = [
    [], [(0, 1)], [(127, 0)], [(128, 63)], [(16_383, -64)], [(16_384, 64)],
    [(10, 100), (20, 200), (137, 300), (265, 300)], [(5, 40), (6, 10), (7, 90)],
    [(Int64.max, Int64.max)], [(0, Int64.min), (Int64.max, Int64.max)],
  ]

  @Test("are the same again", arguments: examples.indices)
  func roundTrip(number: Int) {
    let steps = Self.steps(Self.examples[number])
    let bytes = CompactSteps.bytes(of: steps)
    expect(CompactSteps.steps(steps.count, in: bytes), equals: steps)
    expect(CompactSteps.steps(steps.count, in: bytes + [0]) == nil)
    expect(CompactSteps.steps(steps.count + 1, in: bytes) == nil)
    if !steps.isEmpty {
      expect(CompactSteps.steps(steps.count, in: bytes.dropLast()) == nil)
      expect(CompactSteps.steps(steps.count - 1, in: bytes) == nil)
    }
    expect(CompactSteps.steps(-1, in: bytes) == nil)
  }

  /// A step of 100 bytes and 40 ms: one byte for the position, and one for the change of the
  /// length.
  @Test("take two bytes a step where samples are alike")
  func size() {
    let steps = Self.steps((1...1000).map { ($0 * 100, $0 * 40_000_000) })
    // The first length of 40 ms takes four bytes itself.
    expect(CompactSteps.bytes(of: steps).count, equals: 1000 + 999 + 4)
  }

  @Test("are none if the bytes are too long a number, or any others")
  func hostile() {
    expect(CompactSteps.steps(1, in: [UInt8](repeating: 0xFF, count: 11) + [0]) == nil)
    for byte in UInt8.min...UInt8.max {
      _ = CompactSteps.steps(2, in: [UInt8](repeating: byte, count: 20))
    }
  }
}
