import Expectations
import PlayheadKit
import Testing

@testable import PlayerValidation

@Suite("Messages that nobody reads")
struct UnreadMessageTests {
  /// Sends more than a socket holds to a program that reads nothing.
  private static func send(
    by deadline: WallTime, stoppingIf isRequested: @escaping () -> Bool
  ) throws {
    let ends = try Descriptor.pair()
    let process = try PlayerProcess(
      "/bin/sleep", ["600"], descriptors: [3: ends.theirs.number])
    let channel = ends.intoChannel(.lines)
    try channel.send(
      [UInt8](repeating: 65, count: 16 << 20), by: deadline, Stopping(isRequested: isRequested))
    _ = consume process
  }

  @Test("are given up at the deadline")
  func deadline() throws {
    #expect(throws: ValidationError.player("it takes no messages")) {
      try Self.send(by: MonotonicClock.now + .milliseconds(300)) { false }
    }
  }

  @Test("are given up where somebody asks to stop")
  func stopping() throws {
    #expect(throws: ValidationError.interrupted) {
      try Self.send(by: MonotonicClock.now + .seconds(3600)) { true }
    }
  }

  @Test("do not hold up a session whose program answers without reading")
  func program() throws {
    var rule = try ProgramRule(RuleCommand(parsing: "/usr/bin/yes {\"level\":0}")) { true }
    let lane = LadderLane(
      .muxed,
      levels: [
        Level(
          name: "0", bitRate: BitRate(bitsPerSecond: 1000),
          segments: [
            LadderSegment(
              LadderResource("0", bytes: 1), declared: TimeRange(start: .zero, end: .seconds(1)))
          ])
      ])
    let download = Download(
      .segment, lane: .muxed, level: 0, segment: 0, bytes: 1, sent: .zero, firstByte: .zero,
      end: .seconds(1))
    // A socket holds some hundred kilobytes.
    for _ in 0..<100_000 where rule.failure == nil {
      rule.downloaded(download, Observation(of: lane))
    }
    expect(rule.failure, equals: .interrupted)
  }
}
