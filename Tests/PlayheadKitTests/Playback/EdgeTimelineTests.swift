import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

/// Sessions in which things meet in one instant or never come, worked out by hand.
@Suite struct `A session at the edge` {
  @Test func `does not stall when the next frame comes as the last runs out`() throws {
    // A frame of a second each second.
    let clip = Clip.frames(4, lasting: .seconds(1), of: 1000)
    let policy = try BufferingPolicy(
      startupThreshold: .zero, resumeThreshold: .zero, highWatermark: nil)
    let session = try clip.play(over: .byteAMillisecond(), policy, ticks: .milliseconds(500))
    expect(session.stalls.isEmpty)
    expect(session.startup, equals: .seconds(1))
    expect(session.elapsed, equals: .seconds(5))
    expect(session.bufferLevels.minimum, equals: .zero)
    // A tick comes after all else at its instant, so it never sees the buffer empty but at the end.
    expect(
      session.ticks.map(\.bufferLevel.secondsText),
      equals: ["0", "0", "1", "0.5", "1", "0.5", "1", "0.5", "1", "0.5", "0"])
  }

  @Test func `stalls for a nanosecond when the next frame comes that much later`() throws {
    let length = MediaTime.seconds(1) - .resolution
    let clip = Clip.frames(3, lasting: length, of: 1000)
    let policy = try BufferingPolicy(
      startupThreshold: .zero, resumeThreshold: .zero, highWatermark: nil)
    let session = try clip.play(over: .byteAMillisecond(), policy)
    expect(
      session.stalls,
      equals: [
        Stall(
          number: 1, start: .seconds(2) - .resolution, mediaTime: length, elapsed: .resolution),
        Stall(
          number: 2, start: .seconds(3) - .resolution, mediaTime: length * 2,
          elapsed: .resolution),
      ])
    expect(session.elapsed, equals: .seconds(4) - .resolution)
  }

  @Test func `starts when full, whatever the threshold`() throws {
    // Two of six frames are in at 0.2 s and full; one is left at 1.2 s, and the third comes 100 ms
    // later with 0.9 s ahead of it: 1.9 s are not full, 2.8 s with the fourth are.
    let clip = Clip.frames(6, lasting: .seconds(1), of: 100)
    let policy = try BufferingPolicy(
      startupThreshold: .seconds(10), resumeThreshold: .seconds(10), highWatermark: .seconds(2))
    let session = try clip.play(over: .byteAMillisecond(), policy)
    expect(policy.lowWatermark, equals: .seconds(1))
    expect(
      session.timeline == [
        "0 @0 play",
        "0 @0 waiting, evaluatingBufferingRate",
        "0 @0 request from 0",
        "0.1 @0 not empty",
        "0.1 @0 waiting, toMinimizeStalls",
        "0.2 @0 full",
        "0.2 @0 start",
        "1.2 @1 not full",
        "1.4 @1.2 full",
        "3.2 @3 not full",
        "3.4 @3.2 full",  // 2.8 s again, which are all there is
        "3.4 @3.2 likely",
        "3.4 @3.2 all loaded",
        "5.2 @5 not full",
        "6.2 @6 empty",
        "6.2 @6 end",
      ])
  }

  @Test func `plays a short tail, whatever the threshold`() throws {
    // Three frames, half a second each to load; 10 s never come, the end does at 1.5 s.
    let clip = Clip.frames(3, lasting: .seconds(1), of: 500)
    let policy = try BufferingPolicy(startupThreshold: .seconds(10), highWatermark: nil)
    let session = try clip.play(over: .byteAMillisecond(), policy)
    expect(session.times { $0 == .isPlaybackLikelyToKeepUp(true) }, equals: [.milliseconds(1500)])
    expect(session.startup, equals: .milliseconds(1500))
    expect(session.elapsed, equals: .milliseconds(4500))
    expect(session.bufferLevels.minimum == nil)
  }

  @Test func `is starved at once over a dead link`() throws {
    let clip = Clip.frames(3, lasting: .seconds(1), of: 500)
    let session = try clip.play(over: .dead, BufferingPolicy(), ticks: .milliseconds(500))
    expect(
      session.timeline,
      equals: [
        "0 @0 play", "0 @0 waiting, evaluatingBufferingRate", "0 @0 request from 0",
      ])
    expect(session.endReason, equals: .starved)
    expect(session.elapsed, equals: .zero)
    expect(session.ticks.count, equals: 1)
  }

  @Test func `is starved after playing what a link brought before it died`() throws {
    // 2.5 s at a byte a millisecond and then nothing: frames at 1 s and 2 s, played until 3 s.
    let clip = Clip.frames(4, lasting: .seconds(1), of: 1000)
    let policy = try BufferingPolicy(
      startupThreshold: .seconds(1), resumeThreshold: .seconds(1), highWatermark: nil)
    let session = try clip.play(
      over: .steps([(2500, 1), (0, 0)]), policy, ticks: .seconds(2))
    expect(
      session.timeline.suffix(4),
      equals: [
        "3 @2 empty", "3 @2 unlikely", "3 @2 waiting, toMinimizeStalls", "3 @2 stall 1",
      ])
    expect(session.endReason, equals: .starved)
    expect(session.elapsed, equals: .seconds(3))
    expect(session.phases.playing, equals: .seconds(2))
    expect(
      session.stalls,
      equals: [
        Stall(
          number: 1, start: .seconds(3), mediaTime: .seconds(2),
          elapsed: session.elapsed - .seconds(3), isOpen: true)
      ])
    expect(session.bytesDownloaded, equals: 2500)
    expect(session.ticks.map(\.wallTime), equals: [.zero, .seconds(2), .seconds(3)])
  }

  @Test func `is over at its limit, in a stall too`() throws {
    // Frames at 1.5 s and 3 s; the first is played at 2.5 s.
    let clip = Clip.frames(3, lasting: .seconds(1), of: 1500)
    let policy = try BufferingPolicy(startupThreshold: .zero, highWatermark: nil)
    func play(_ limit: WallTime) throws -> Session {
      try clip.play(over: .byteAMillisecond(), policy, limit: limit, ticks: .milliseconds(500))
    }
    let playing = try play(.milliseconds(2250))
    expect(playing.endReason, equals: .limit)
    expect(playing.elapsed, equals: .milliseconds(2250))
    expect(playing.phases.playing, equals: .milliseconds(750))
    expect(playing.ticks.last?.mediaTime, equals: .milliseconds(750))
    expect(playing.bytesDownloaded, equals: 2250)
    // What happens at the limit itself still happens.
    try expect(play(.milliseconds(2500)).stalls.map(\.isOpen), equals: [true])
    let stalled = try play(.milliseconds(2750))
    expect(stalled.endReason, equals: .limit)
    expect(stalled.stalls.map(\.isOpen), equals: [true])
    expect(stalled.phases.stalled, equals: .milliseconds(250))
    try expect(play(.zero).timeline.count, equals: 3)
    try expect(play(.zero).endReason, equals: .limit)
  }

  @Test func `has a limit of ten times its media and ten minutes, at most a day`() {
    // (86 400 s − 600 s) ÷ 10 = 8580 s.
    expect(SessionOptions.defaultLimit(for: .zero), equals: .seconds(600))
    expect(SessionOptions.defaultLimit(for: .seconds(60)), equals: .seconds(1200))
    let day = WallTime.seconds(86_400)
    let longest = MediaTime.seconds(8580)
    expect(SessionOptions.defaultLimit(for: longest), equals: day)
    expect(
      SessionOptions.defaultLimit(for: longest - .resolution),
      equals: day - WallTime(nanoseconds: 10))
    expect(SessionOptions.defaultLimit(for: longest + .resolution), equals: day)
    expect(SessionOptions.defaultLimit(for: .bound), equals: day)
  }
}
