import Expectations
import PlayheadKit
import Testing

@Suite struct `A policy decides` {
  private static func policy(
    _ change: (inout BufferingPolicy.Parameters) -> Void
  ) throws -> BufferingPolicy {
    var parameters = BufferingPolicy.Parameters()
    change(&parameters)
    return try BufferingPolicy(parameters)
  }

  /// An empty buffer after so many stalls.
  private static func waiting(_ cause: WaitingCause, _ stalls: Int) -> BufferSituation {
    BufferSituation(level: .zero, cause: cause, stalls: stalls)
  }

  /// Whether a buffer is full.
  private static func isFull(
    _ policy: BufferingPolicy, _ level: MediaTime, _ bytes: Int64, wasFull: Bool, mayFill: Bool
  ) -> Bool {
    let situation = BufferSituation(
      level: level, bytesAhead: bytes, flags: BufferFlags(isFull: wasFull), mayFill: mayFill)
    return policy.flags(in: situation).isFull
  }

  @Test func `that the resume threshold doubles with each stall up to its limit`() throws {
    let policy = try Self.policy {
      $0.resumeThreshold = .milliseconds(200)
      $0.resumeGrowth = ResumeGrowth(factor: Ratio(millionths: 2_000_000), limit: .seconds(3))
    }
    let thresholds = (0...7).map { policy.threshold(in: Self.waiting(.stall, $0)).secondsText }
    expect(thresholds, equals: ["0.2", "0.2", "0.4", "0.8", "1.6", "3", "3", "3"])
    expect(policy.threshold(in: Self.waiting(.stall, 1_000_000)), equals: .seconds(3))
    expect(policy.threshold(in: Self.waiting(.startup, 5)), equals: .seconds(2))
    expect(policy.threshold(in: Self.waiting(.seek, 5)), equals: .milliseconds(200))
  }

  @Test func `that growth by a little is cut to a nanosecond each time`() throws {
    let policy = try Self.policy {
      $0.resumeThreshold = MediaTime(nanoseconds: 10)
      $0.resumeGrowth = ResumeGrowth(factor: Ratio(millionths: 1_250_000), limit: .bound)
    }
    // 10, 12.5, 15, 18.75, 22.5
    let thresholds = (1...5).map { policy.threshold(in: Self.waiting(.stall, $0)).nanoseconds }
    expect(thresholds, equals: [10, 12, 15, 18, 22])
    expect(policy.threshold(in: Self.waiting(.stall, 10_000)), equals: .bound)
  }

  /// Level in seconds, bytes ahead, whether it was full and is so then, by any and by all of 10 s
  /// and 5 s, 100 and 50 bytes.
  @Test(arguments: [
    (9, 99, false, false, false), (10, 99, false, true, false), (9, 100, false, true, false),
    (10, 100, false, true, true),
    (6, 51, true, true, true), (5, 51, true, true, false), (6, 50, true, true, false),
    (5, 50, true, false, false),
  ])
  func `by one watermark or by both whether a buffer is full`(
    level: Int64, bytes: Int64, wasFull: Bool, any: Bool, all: Bool
  ) throws {
    for (combination, expected) in [(WatermarkCombination.any, any), (.all, all)] {
      let policy = try Self.policy {
        ($0.highWatermark, $0.lowWatermark) = (.seconds(10), .seconds(5))
        ($0.highWatermarkBytes, $0.lowWatermarkBytes) = (100, 50)
        $0.watermarkCombination = combination
      }
      let level = MediaTime.seconds(level)
      expect(
        Self.isFull(policy, level, bytes, wasFull: wasFull, mayFill: true), equals: expected)
      expect(
        Self.isFull(policy, level, bytes, wasFull: wasFull, mayFill: false),
        equals: (wasFull && expected))
    }
  }

  @Test(arguments: [(99, false), (100, true)])
  func `that a cap counts as full, whatever the watermarks say`(
    bytes: Int64, isFull: Bool
  ) throws {
    let policy = try Self.policy {
      $0.highWatermarkBytes = 60
      $0.watermarkCombination = .all
      $0.byteCap = 100
    }
    expect(Self.isFull(policy, .zero, bytes, wasFull: false, mayFill: true), equals: isFull)
    let capOnly = try Self.policy {
      $0.highWatermark = nil
      $0.byteCap = 100
    }
    expect(Self.isFull(capOnly, .zero, bytes, wasFull: true, mayFill: false), equals: isFull)
  }
}
