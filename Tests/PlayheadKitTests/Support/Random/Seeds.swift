import Expectations
import Foundation
import Testing

/// How much the tests try that could go on for as long as one likes, such as random input: a few
/// seeds, or all where `PLAYHEAD_TEST_SEEDS` is `all`, as in `.ci/run`.
enum Seeds {
  /// What `PLAYHEAD_TEST_SEEDS` can be.
  enum Choice: String { case few, all }

  private static let text = ProcessInfo.processInfo.environment["PLAYHEAD_TEST_SEEDS"] ?? "few"
  static let choice = Choice(rawValue: text)

  /// The first `few` of `seeds`, or all, in blocks of `size`: as so many cases of their own they
  /// would take longer to name than to run.
  static func blocks(
    _ seeds: Range<UInt64>, of size: UInt64, few: UInt64
  ) -> [Range<UInt64>] {
    blocks(seeds, of: size, few: few, choice)
  }

  /// One in `step` of `values`, such as widths, or all of them.
  static func some<Value>(_ values: [Value], oneIn step: Int) -> [Value] {
    some(values, oneIn: step, choice)
  }

  static func some<Value>(_ values: [Value], oneIn step: Int, _ choice: Choice?) -> [Value] {
    stride(from: 0, to: values.count, by: choice == .all ? 1 : step).map { values[$0] }
  }

  static func blocks(
    _ seeds: Range<UInt64>, of size: UInt64, few: UInt64, _ choice: Choice?
  ) -> [Range<UInt64>] {
    let end = choice == .all ? seeds.upperBound : min(seeds.upperBound, seeds.lowerBound + few)
    return stride(from: seeds.lowerBound, to: end, by: Int(size)).map { start in
      start..<min(start + size, end)
    }
  }
}

@Suite("The choice of seeds")
struct SeedsTests {
  @Test("is few or all")
  func choice() {
    expect(Seeds.choice != nil, "PLAYHEAD_TEST_SEEDS is neither few nor all")
  }

  @Test("takes the first few in blocks, or every one once")
  func blocks() {
    expect(Seeds.blocks(10..<95, of: 20, few: 30, .few), equals: [10..<30, 30..<40])
    expect(Seeds.blocks(10..<95, of: 20, few: 200, .few).last, equals: 90..<95)
    expect(
      Seeds.blocks(10..<95, of: 20, few: 30, .all),
      equals: [10..<30, 30..<50, 50..<70, 70..<90, 90..<95])
    expect(Seeds.some([1, 2, 3, 4], oneIn: 3, .few), equals: [1, 4])
    expect(Seeds.some([1, 2, 3, 4], oneIn: 3, .all), equals: [1, 2, 3, 4])
  }
}
