import Expectations
import Testing

@testable import PlayheadModel

/// Frames of a second and 100 bytes over a link of a byte a millisecond, so that sizes are times.
@Suite struct `A player with rules for tracks` {
  private static func policy(_ change: (inout TrackRules) -> Void) throws -> BufferingPolicy {
    var values = BufferingPolicy.Parameters()
    (values.startupThreshold, values.resumeThreshold) = (.zero, .zero)
    values.tracks.startup.videoFrames = 1
    change(&values.tracks)
    return try BufferingPolicy(values)
  }

  /// Ten seconds of sound in 100 bytes, then pictures.
  private static let clip = Clip(
    samples: (0..<10).map {
      Sample(at: .seconds($0), lasting: .seconds(1), bytes: $0 * 10..<$0 * 10 + 10, track: 1)
    }
      + (0..<10).map {
        Sample(
          at: .seconds($0), lasting: .seconds(1), bytes: 100 + $0 * 100..<200 + $0 * 100)
      }, tracks: [.video, .audio])

  @Test(arguments: [(nil, 100), (1, 100), (2, 200), (3, 300)] as [(Int?, Int64)])
  func `starts once its decoder lets go of a frame`(threads: Int?, startup: Int64) throws {
    let session = try Clip.frames(10, lasting: .seconds(1), of: 100)
      .play(over: .byteAMillisecond(), Self.policy { $0.decoderThreads = threads })
    expect(session.startup, equals: .milliseconds(startup))
  }

  /// The whole stream comes in a second, so that a decoder that holds more is flushed then.
  @Test func `starts at the end of the stream whatever its decoder holds`() throws {
    let session = try Clip.frames(10, lasting: .seconds(1), of: 100)
      .play(over: .byteAMillisecond(), Self.policy { $0.decoderThreads = 50 })
    expect(session.startup, equals: .seconds(1))
  }

  @Test(arguments: [(0, 100, 3000), (1, 200, 2000), (2, 300, 1000)] as [(Int, Int64, Int64)])
  func `runs dry with as few frames to come as it needs`(
    reserve: Int, startup: Int64, mediaTime: Int64
  ) throws {
    let session = try Clip.frames(10, lasting: .seconds(1), of: 100)
      .play(
        over: .steps([(milliseconds: 300, bytesAMillisecond: 1), (milliseconds: 1, 0)]),
        Self.policy { $0.videoReserve = reserve })
    expect(session.startup, equals: .milliseconds(startup))
    expect(session.stalls.first?.mediaTime, equals: .milliseconds(mediaTime))
    expect(session.stalls.first?.start, equals: .milliseconds(startup + mediaTime))
  }

  /// Sound to the end and three frames are in at 0.4 s, then the link dies.
  private static func frozen(_ change: (inout TrackRules) -> Void) throws -> Session {
    try clip.play(
      over: .steps([(milliseconds: 400, bytesAMillisecond: 1), (milliseconds: 1, 0)]),
      policy(change))
  }

  @Test func `stalls as soon as pictures run dry, without a grace`() throws {
    let session = try Self.frozen { _ in }
    expect(session.startup, equals: .milliseconds(200))
    expect(session.stalls.map(\.mediaTime), equals: [.seconds(3)])
    expect(session.phases.frozen, equals: .zero)
  }

  @Test func `freezes the picture for the grace while sound plays, and then stalls`() throws {
    let session = try Self.frozen { $0.videoGrace = .seconds(3) }
    expect(session.stalls.map(\.start), equals: [.milliseconds(6200)])
    expect(session.stalls.map(\.mediaTime), equals: [.seconds(6)])
    expect(session.phases.frozen == .seconds(3) && session.phases.frozenCount == 1)
    expect(session.phases.silent == .zero && session.phases.silentCount == 0)
  }

  /// Ten seconds of sound are in: less than one is left just past the ninth.
  @Test func `stalls for a dry track only with less in its cache`() throws {
    let session = try Self.frozen {
      $0.stallCache = .seconds(1)
      $0.cacheOver = .anyTrack
    }
    expect(session.stalls.map(\.mediaTime), equals: [.seconds(9) + .resolution])
    expect(session.phases.frozen, equals: .seconds(6) + .resolution)
  }

  /// Two frames in 0.2 s, nothing for two seconds, then a frame every 100 ms: the third at 2.3 s.
  @Test(
    arguments: [
      (nil, 0, 2300), (200, 250, 2450), (200, 300, 2300), (1000, 0, 3000), (1, 5000, 5000),
    ] as [(Int64?, Int64, Int64)])
  func `resumes as it looks`(interval: Int64?, first: Int64, resumed: Int64) throws {
    let session = try Clip.frames(10, lasting: .seconds(1), of: 100)
      .play(
        over: .steps([
          (milliseconds: 200, bytesAMillisecond: 1), (milliseconds: 2000, 0),
          (milliseconds: 1, bytesAMillisecond: 1),
        ]),
        Self.policy {
          $0.pollInterval = interval.map { .milliseconds($0) }
          $0.pollFirst = .milliseconds(first)
        })
    expect(session.stalls.first?.start, equals: .milliseconds(2100))
    expect(session.stalls.first?.duration, equals: .milliseconds(resumed - 2100))
  }

  /// Two frames in 0.2 s, nothing for four seconds: a stall from 2.1 s, two frames at 4.4 s and all
  /// at 5.3 s.
  @Test(arguments: [(nil, 5300), (1000, 4400), (2300, 4400), (2700, 4800)] as [(Int64?, Int64)])
  func `resumes after the longest wait once it is ready`(longest: Int64?, resumed: Int64) throws {
    var values = BufferingPolicy.Parameters()
    (values.startupThreshold, values.resumeThreshold) = (.zero, .seconds(15))
    values.tracks.resumeLongest = longest.map { .milliseconds($0) }
    values.tracks.resume.videoFrames = 1
    let session = try Clip.frames(13, lasting: .seconds(1), of: 100)
      .play(
        over: .steps([
          (milliseconds: 200, bytesAMillisecond: 1), (milliseconds: 4000, 0),
          (milliseconds: 1, bytesAMillisecond: 1),
        ]), BufferingPolicy(values))
    expect(session.stalls.first?.start, equals: .milliseconds(2100))
    expect(session.stalls.first?.duration, equals: .milliseconds(resumed - 2100))
  }

  @Test func `shows its first frame after what opening and starting cost`() throws {
    let clip = Clip.frames(10, lasting: .seconds(1), of: 100)
    let start = try clip.play(
      over: .byteAMillisecond(), Self.policy { $0.startCost = .milliseconds(80) })
    expect(start.startup, equals: .milliseconds(180))
    // Opening goes on while media loads.
    let opening = try clip.play(
      over: .byteAMillisecond(), Self.policy { $0.openCost = .milliseconds(140) })
    expect(opening.startup, equals: .milliseconds(140))
  }

  @Test(arguments: [(100, 200), (200, 200), (250, 250)] as [(Int64, Int64)])
  func `takes longer to open audio`(cost: Int64, startup: Int64) throws {
    let policy = try Self.policy { $0.audioCost = .milliseconds(cost) }
    try expect(
      Self.clip.play(over: .byteAMillisecond(), policy).startup, equals: .milliseconds(startup))
    let pictures = Clip.frames(10, lasting: .seconds(1), of: 100)
    try expect(
      pictures.play(over: .byteAMillisecond(), policy).startup, equals: .milliseconds(100))
  }

  private static let twice = PlaybackRate(thousandths: 2000) ?? .zero

  /// Three frames are in, of which the first is shown at 0.2 s, and the clock starts at 0.28 s.
  @Test(
    arguments: [
      ([], 3280), ([UserAction(at: .milliseconds(240), .setRate(twice))], 1780),
      ([UserAction(at: .milliseconds(240), .pause), UserAction(at: .seconds(1), .play)], 4000),
      (
        [UserAction(at: .milliseconds(240), .pause), UserAction(at: .milliseconds(260), .play)],
        3280
      ),
      ([UserAction(at: .milliseconds(1280), .seek(to: .seconds(2), .exact))], 2360),
    ] as [([UserAction], Int64)])
  func `waits with its clock for the first sound`(actions: [UserAction], stall: Int64) throws {
    let session = try Self.clip.play(
      over: .steps([(milliseconds: 400, bytesAMillisecond: 1), (milliseconds: 1, 0)]),
      Self.policy { $0.audioDelay = .milliseconds(80) }, do: actions)
    expect(session.startup, equals: .milliseconds(200))
    expect(session.stalls.map(\.start), equals: [.milliseconds(stall)])
    expect(session.stalls.map(\.mediaTime), equals: [.seconds(3)])
  }

  @Test func `waits with its clock for no sound where there is none`() throws {
    let session = try Clip.frames(10, lasting: .seconds(1), of: 100).play(
      over: .steps([(milliseconds: 300, bytesAMillisecond: 1), (milliseconds: 1, 0)]),
      Self.policy { $0.audioDelay = .milliseconds(80) })
    expect(session.stalls.map(\.start), equals: [.milliseconds(3100)])
  }

  /// After a stall the device goes on.
  @Test func `waits with its clock only after the start and jumps`() throws {
    let session = try Self.clip.play(
      over: .steps([
        (milliseconds: 400, bytesAMillisecond: 1), (milliseconds: 3600, 0),
        (milliseconds: 100, bytesAMillisecond: 1), (milliseconds: 100_000, 0),
      ]),
      Self.policy { $0.audioDelay = .milliseconds(80) })
    expect(
      session.stalls.prefix(2).map(\.start), equals: [.milliseconds(3280), .milliseconds(5100)])
  }

  @Test(
    arguments: [
      (0, 4, 200), (1, 5, 400), (2, 6, 800), (3, 7, 1600), (4, 8, 3000), (5, 8, 3000),
    ] as [(Int, Int, Int64)])
  func `asks for more after each underflow, up to a limit`(
    underflows: Int, frames: Int, audio: Int64
  ) {
    var rules = TrackRules()
    rules.resume = DecodedMedia(videoFrames: 4, audio: .milliseconds(200))
    (rules.videoGrowth, rules.videoGrowthLimit) = (1, 8)
    (rules.audioGrowth, rules.audioGrowthLimit) = (Ratio(millionths: 2_000_000), .seconds(3))
    let media = rules.resume(afterUnderflows: underflows)
    expect(media, equals: DecodedMedia(videoFrames: frames, audio: .milliseconds(audio)))
    rules.growthFrom = 2
    expect(rules.resume(afterUnderflows: underflows + 1), equals: media)
  }
}
