import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite struct `A scenario` {
  /// Media of three seconds: ten times as long and ten minutes, for each time that it is played.
  @Test(arguments: [(0, 630), (1, 660), (2, 690), (1000, 30_630)] as [(Int, Int64)])
  func `has a limit that counts repeats`(repeats: Int, seconds: Int64) throws {
    let clip = Clip.frames(3, lasting: .seconds(1), of: 1)
    var scenario = try clip.scenario(
      over: .byteAMillisecond(), BufferingPolicy(), repeats: repeats)
    expect(scenario.limit, equals: .seconds(seconds))
    scenario.options.limit = .seconds(7)
    expect(scenario.limit, equals: .seconds(7))
  }

  /// 630 seconds by default, and as long after an action that is later.
  @Test(
    arguments: [
      (0, 630_000_000_000), (630_000_000_000, 630_000_000_000),
      (630_000_000_001, 1_260_000_000_001), (90_000_000_000_000, 90_630_000_000_000),
      (1 << 60, 1 << 60),
    ] as [(Int64, Int64)])
  func `has a default limit that leaves time for every action`(
    action: Int64, limit: Int64
  ) throws {
    let clip = Clip.frames(3, lasting: .seconds(1), of: 1)
    var scenario = try clip.scenario(over: .byteAMillisecond(), BufferingPolicy())
    let late = UserAction(at: WallTime(nanoseconds: action), .pause)
    scenario.actions = [late, UserAction(at: .zero, .play)]
    expect(scenario.limit, equals: WallTime(nanoseconds: limit))
    scenario.options.limit = .seconds(7)
    expect(scenario.limit, equals: .seconds(7))
  }

  /// 600 seconds and 10 for each second of media; a day is reached with 8580 seconds of media.
  @Test(
    arguments: [
      (2860, 2, 86_400), (2859, 2, 86_370), (2860, 1, 57_800), (8579, 0, 86_390),
      (8580, 0, 86_400), (8581, 0, 86_400),
    ] as [(Int64, Int, Int64)])
  func `is given up after a day at most`(length: Int64, repeats: Int, limit: Int64) throws {
    let clip = Clip.frames(1, lasting: .seconds(length), of: 1)
    let scenario = try clip.scenario(
      over: .byteAMillisecond(), BufferingPolicy(), repeats: repeats)
    expect(scenario.limit, equals: .seconds(limit))
  }

  /// Playing waits for nothing once it has begun, so the session lasts what it plays.
  @Test func `is played to its end however often it repeats`() throws {
    let clip = Clip.frames(100, lasting: .seconds(1), of: 1)
    let session = try clip.play(over: .byteAMillisecond(), BufferingPolicy(), repeats: 99)
    expect(session.endReason, equals: .ended)
    expect(session.elapsed > .seconds(10_000))
  }

  // There is a row at zero, one after each interval, and one at an end that is off the grid.
  @Test(
    arguments: [
      (1_000_000, 999_999_000_000, false), (1_000_000, 999_999_000_001, true),
      (1_000_000, 1_000_000_000_000, true), (1_000_000, 999_998_000_001, false),
      (500_000_000, 499_999_500_000_000, false), (500_000_000, 499_999_500_000_001, true),
      (1_000_000, 0, false),
    ] as [(Int64, Int64, Bool)])
  func `has too many rows from the first beyond a million on`(
    tick: Int64, limit: Int64, isTooMany: Bool
  ) throws {
    var scenario = try Clip.frames(1, lasting: .seconds(1), of: 1).scenario(
      over: .byteAMillisecond(), BufferingPolicy(), limit: WallTime(nanoseconds: limit),
      ticks: WallTime(nanoseconds: tick))
    expect(scenario.hasTooManyRows, equals: isTooMany)
    scenario.options.tickInterval = nil
    expect(!scenario.hasTooManyRows)
  }

  @Test func `knows the size of the file, which ends behind its samples`() throws {
    var clip = Clip.frames(3, lasting: .seconds(1), of: 10)
    clip.bytes = 77
    try expect(clip.presentation.resourceBytes, equals: 77)
  }
}
