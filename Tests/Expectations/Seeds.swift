import Foundation

/// How much the tests try that could go on for as long as one likes, such as random input: a few
/// seeds, or all where `PLAYHEAD_TEST_SEEDS` is `all`, as in `Scripts/check-deep`.
public enum Seeds {
  /// What `PLAYHEAD_TEST_SEEDS` can be.
  public enum Choice: String, Sendable { case few, all }

  private static let text = ProcessInfo.processInfo.environment["PLAYHEAD_TEST_SEEDS"] ?? "few"
  /// What it is; `nil` if it is neither.
  public static let choice = Choice(rawValue: text)

  /// The first `few` of `all` seeds, or all.
  public static func each(few: UInt64, all: UInt64) -> [UInt64] {
    Array(0..<(choice == .all ? all : few))
  }

  /// The first `few` of `seeds`, or all, in blocks of `size`: as so many cases of their own they
  /// would take longer to name than to run.
  public static func blocks(
    _ seeds: Range<UInt64>, of size: UInt64, few: UInt64, _ choice: Choice? = choice
  ) -> [Range<UInt64>] {
    let end = choice == .all ? seeds.upperBound : min(seeds.upperBound, seeds.lowerBound + few)
    return stride(from: seeds.lowerBound, to: end, by: Int(size)).map { start in
      start..<min(start + size, end)
    }
  }

  /// One in `step` of `values`, such as widths, from number `first` on, or all of them.
  public static func some<Value>(
    _ values: [Value], oneIn step: Int, from first: Int = 0, _ choice: Choice? = choice
  ) -> [Value] {
    guard choice != .all else { return values }
    return stride(from: first % step, to: values.count, by: step).map { values[$0] }
  }
}
