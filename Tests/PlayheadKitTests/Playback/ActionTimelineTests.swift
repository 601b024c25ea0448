import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

/// What users do, over a link that carries a byte a millisecond, worked out by hand.
@Suite struct `A user who` {
  private let eager = BufferingPolicy.thresholds(.seconds(1))

  @Test func `seeks ahead drops the request and waits for the new one`() throws {
    // A frame of a second each 500 ms after 100 ms of latency; start at 0.6 s.
    let clip = Clip.frames(20, lasting: .seconds(1), of: 500)
    let session = try clip.play(
      over: .byteAMillisecond(latency: .milliseconds(100)), eager,
      do: [UserAction(at: .seconds(2), .seek(to: .seconds(15), .exact))], limit: .seconds(4))
    // Frame 15 begins at byte 7500, asked for at 2 s: whole at 2.6 s, which is the threshold.
    expect(
      session.timeline,
      equals: [
        "0 @0 play",
        "0 @0 waiting, evaluatingBufferingRate",
        "0 @0 request from 0",
        "0.6 @0 not empty",
        "0.6 @0 likely",
        "0.6 @0 start",
        "2 @1.4 seek to 15 from 15",
        "2 @15 empty",
        "2 @15 unlikely",
        "2 @15 waiting, toMinimizeStalls",
        "2 @15 drop, 100 wasted",
        "2 @15 request from 7500",
        "2.6 @15 not empty",
        "2.6 @15 likely",
        "2.6 @15 there",
        "2.6 @15 continue",
      ])
    expect(session.stalls.isEmpty)
    expect(session.phases.seeking, equals: .milliseconds(600))
    expect(
      session.seeks,
      equals: [
        Seek(
          number: 1, start: .seconds(2), from: .milliseconds(1400), to: .seconds(15),
          latency: .milliseconds(600))
      ])
    // 1900 bytes until 2 s, 100 lost, and 1900 from 2.1 s until 4 s.
    expect(session.bytesDownloaded, equals: 1900 + 100 + 1900)
  }

  @Test func `seeks within what is loaded goes on at once`() throws {
    let clip = Clip.frames(10, lasting: .seconds(1), of: 100)
    let session = try clip.play(
      over: .byteAMillisecond(), eager,
      do: [
        UserAction(at: .seconds(2), .seek(to: .milliseconds(8500), .exact)),
        UserAction(at: .seconds(3), .seek(to: .milliseconds(500), .exact)),
      ], ticks: .seconds(1))
    expect(
      session.timeline.suffix(7),
      equals: [
        "1 @0.9 all loaded",
        "2 @1.9 seek to 8.5 from 8",
        "2 @8.5 there",
        "3 @9.5 seek to 0.5 from 0",
        "3 @0.5 there",
        "12.5 @10 empty",
        "12.5 @10 end",
      ])
    expect(session.requestCount == 1 && session.phases.seeking == .zero)
    expect(session.seeks.map(\.latency), equals: [.zero, .zero])
  }

  @Test func `comes back finds both ranges, and the hole between them is filled once`() throws {
    // Frames of 1 s and 1000 bytes; a jump from 1 s ahead to frame 6, and back again.
    let clip = Clip.frames(8, lasting: .seconds(1), of: 1000)
    let policy = BufferingPolicy.thresholds(.zero, readThrough: 0)
    let session = try clip.play(
      over: .byteAMillisecond(), policy,
      do: [
        UserAction(at: .seconds(0), .pause),
        UserAction(at: .milliseconds(2500), .seek(to: .seconds(6), .exact)),
        UserAction(at: .milliseconds(4500), .seek(to: .seconds(1), .exact)),
      ], ticks: .milliseconds(500))
    func ranges(at milliseconds: Int64) -> [String] {
      session.ticks.filter { $0.wallTime == .milliseconds(milliseconds) }
        .flatMap(\.loadedTimeRanges.ranges)
        .map { "\($0.start.secondsText)-\($0.end.secondsText)" }
    }
    expect(ranges(at: 2000), equals: ["0-2"])
    // 500 bytes of frame 2 stay; frame 6 begins at 6000.
    expect(ranges(at: 3500), equals: ["0-2", "6-7"])
    // All of the end is in at 4.5 s; then the missing 3500 bytes come, frame 2 after 500 of them.
    expect(ranges(at: 4500), equals: ["0-2", "6-8"])
    expect(ranges(at: 5000), equals: ["0-3", "6-8"])
    expect(ranges(at: 8000), equals: ["0-8"])
    expect(
      session.timeline.filter { $0.contains("request") || $0.contains("all") },
      equals: [
        "0 @0 request from 0", "2.5 @6 request from 6000", "4.5 @6 all loaded",
        "4.5 @1 request from 2500", "8 @1 all loaded",
      ])
    expect(session.bytesDownloaded == 8000 && session.endReason == .paused)
  }

  @Test func `plays faster runs out sooner`() throws {
    // A frame of a second each 500 ms: at four times the rate the second one is over at 1 s.
    let clip = Clip.frames(4, lasting: .seconds(1), of: 500)
    let rate = try #require(PlaybackRate(thousandths: 4000))
    let session = try clip.play(
      over: .byteAMillisecond(), eager, do: [UserAction(at: .milliseconds(500), .setRate(rate))])
    // 0.25 s a frame, then a stall of 0.25 s until the next.
    expect(
      session.stalls.map(\.start),
      equals: [.milliseconds(750), .milliseconds(1250), .milliseconds(1750)])
    expect(
      session.stalls.map(\.duration), equals: [WallTime](repeating: .milliseconds(250), count: 3))
    expect(session.phases.playing, equals: .seconds(1))
    expect(session.elapsed, equals: .milliseconds(2250))
  }

  @Test func `plays it again has all of it at hand`() throws {
    let clip = Clip.frames(2, lasting: .seconds(1), of: 500)
    let session = try clip.play(over: .byteAMillisecond(), eager, repeats: 1)
    expect(
      session.timeline.suffix(5),
      equals: [
        "1 @0.5 all loaded",
        "2.5 @0 end",
        "2.5 @0 loop 1",
        "4.5 @2 empty",
        "4.5 @2 end",
      ])
    expect(session.bytesDownloaded, equals: 1000)
  }

  /// As everything was played while it came, only the loop has all 2000 bytes ahead.
  @Test(
    arguments: [
      (.playImmediately(.normal), true), (.play, true), (.setRate(.normal), false),
    ] as [(UserAction.Kind, Bool)])
  func `plays on from the end has as many bytes ahead as there are at the start`(
    action: UserAction.Kind, waits: Bool
  ) throws {
    var parameters = eager.parameters
    parameters.automaticallyWaitsToMinimizeStalling = waits
    parameters.byteCap = 2000
    let session = try Clip.frames(4, lasting: .seconds(1), of: 500).play(
      over: .byteAMillisecond(), BufferingPolicy(parameters),
      do: [
        UserAction(at: .seconds(3), .pause),
        UserAction(at: .seconds(3), .seek(to: .seconds(4), .exact)),
        UserAction(at: .milliseconds(3500), action),
      ], repeats: 1)
    let fills = session.events.filter { $0.kind == .isPlaybackBufferFull(true) }
    expect(fills.map(\.wallTime), equals: [.milliseconds(3500)])
    expect(fills.map(\.mediaTime), equals: [.zero])
    expect(session.elapsed, equals: .milliseconds(7500))
  }

  @Test func `keeps no back buffer has to load again what was played`() throws {
    let clip = Clip.frames(4, lasting: .seconds(1), of: 500)
    var parameters = eager.parameters
    parameters.backBuffer = .zero
    parameters.readThrough = 0
    let session = try clip.play(
      over: .byteAMillisecond(), BufferingPolicy(parameters),
      do: [UserAction(at: .seconds(3), .seek(to: .zero, .exact))])
    // It starts at 0.5 s, so frames 0 and 1 are gone at 1.5 s and 2.5 s; the first 1000 bytes are
    // asked for again at 3 s.
    expect(
      session.timeline.filter { $0.contains("dropped") || $0.contains("request") }.prefix(4),
      equals: [
        "0 @0 request from 0", "1.5 @1 dropped before 1", "2.5 @2 dropped before 2",
        "3 @0 request from 0",
      ])
    expect(session.phases.seeking, equals: .milliseconds(500))
    expect(session.bytesDownloaded, equals: 2000 + 1000)
  }

  @Test func `seeks twice waits until all is over that the first one wasted`() throws {
    // A latency of a second until 3 s, then of 100 ms. What is lost of the seek at 2.9 s is under
    // way until 3.9 s, so nothing of what is asked for at 3.1 s comes before that.
    let clip = Clip.frames(20, lasting: .seconds(1), of: 500)
    let rate = BitRate(bitsPerSecond: 8000)
    let profile = try BandwidthProfile(
      name: "sooner",
      intervals: [
        .init(duration: .seconds(3), rate: rate, latency: .seconds(1)),
        .init(duration: .seconds(1), rate: rate, latency: .milliseconds(100)),
      ], afterwards: .holdsLast)
    let session = try clip.play(
      over: profile, eager,
      do: [
        UserAction(at: .milliseconds(2900), .seek(to: .seconds(10), .exact)),
        UserAction(at: .milliseconds(3100), .seek(to: .seconds(15), .exact)),
      ], limit: .seconds(5))
    expect(
      session.timeline.filter { $0.contains("drop") || $0.contains("request") },
      equals: [
        "0 @0 request from 0", "2.9 @10 drop, 1000 wasted", "2.9 @10 request from 5000",
        "3.1 @15 drop, 0 wasted", "3.1 @15 request from 7500",
      ])
    expect(session.seeks.map(\.latency), equals: [nil, .milliseconds(1300)])
  }

  @Test func `seeks two hundred times ends up where the last one went`() throws {
    let clip = Clip.frames(60, lasting: .seconds(1), of: 1000)
    let seeks = (0..<200 as Range<Int64>).map { number in
      UserAction(
        at: .milliseconds(37 * number), .seek(to: .seconds(number * 23 % 60), .exact))
    }
    let session = try clip.play(
      over: .byteAMillisecond(latency: .milliseconds(20)), eager, do: seeks)
    expect(session.seeks.count == 200 && session.endReason == .ended)
    // The last one goes to 199 · 23 mod 60 = 17 s.
    expect(session.seeks.last?.to, equals: .seconds(17))
    let phases = session.phases
    expect(
      phases.startup + phases.playing + phases.stalled + phases.seeking + phases.paused,
      equals: session.elapsed)
  }

  @Test func `plays over a link that is down for 99 % of the time is told of every outage`() throws
  {
    // Ten bytes a millisecond for 10 ms, then nothing for 990 ms: a frame of a second in each.
    let clip = Clip.frames(30, lasting: .seconds(1), of: 100)
    let rate = try #require(PlaybackRate(thousandths: 4000))
    let session = try clip.play(
      over: .steps([(10, 10), (990, 0)], .repeats), eager,
      do: [UserAction(at: .zero, .setRate(rate))])
    // Each frame lasts 250 ms; the stall until the next one takes 750.
    expect(session.stalls.count, equals: 29)
    expect(session.stalls.allSatisfy { $0.duration == .milliseconds(750) })
    expect(session.endReason, equals: .ended)
  }
}

extension BufferingPolicy {
  /// A player that starts and goes on at one threshold, and never stops loading.
  fileprivate static func thresholds(
    _ threshold: MediaTime, readThrough: Int64 = 0
  ) -> BufferingPolicy {
    do {
      return try BufferingPolicy(
        startupThreshold: threshold, resumeThreshold: threshold, highWatermark: nil,
        readThrough: readThrough)
    } catch {
      preconditionFailure("\(error)")
    }
  }
}
