import Expectations
import PlayheadKit
import PlayheadLadder
import Testing

/// Sessions of players that hold back audio ahead of video, small enough to be worked out by hand.
///
/// Video and audio apart are loaded side by side over 8 kbit/s, which are 1000 bytes a second, or
/// 500 each. Segments last 2 s; those of video have 2000 bytes unless said otherwise, those of
/// audio 500.
@Suite("Audio ahead of video")
struct AudioAheadTests {
  private static func lane(_ kind: LadderLane.Kind, _ segments: [LadderSegment]) -> LadderLane {
    LadderLane(
      kind,
      levels: [
        Level(name: "only", bitRate: BitRate(bitsPerSecond: 8000), segments: segments)
      ])
  }

  private static func segment(
    _ number: Int64, _ bytes: Int64, until end: MediaTime? = nil, damage: String? = nil
  ) -> LadderSegment {
    let declared = TimeRange(start: .seconds(2 * number), end: .seconds(2 * number + 2))
    return LadderSegment(
      LadderResource("\(number)", bytes: bytes), declared: declared,
      measured: end.map { TimeRange(start: declared.start, end: $0) }, damage: damage)
  }

  private static let video = (0..<3).map { segment($0, 2000) }
  private static let audio = (0..<3).map { segment($0, 500) }

  private static func play(
    _ video: [LadderSegment] = video, _ audio: [LadderSegment] = audio, holds: Bool = true,
    actions: [UserAction] = []
  ) throws -> LadderSession {
    var player = LadderPlayer.basic
    var parameters = try BufferingPolicy(
      startupThreshold: .resolution, resumeThreshold: .resolution, highWatermark: nil
    ).parameters
    parameters.tracks.videoGrace = .seconds(3)
    player.policy = try BufferingPolicy(parameters)
    player.loading.holdsAudioAhead = holds
    player.loading.gapTolerance = .zero
    let profile = try BandwidthProfile(
      name: "link",
      intervals: [.init(duration: .zero, rate: BitRate(bitsPerSecond: 8000), latency: .zero)],
      afterwards: .holdsLast)
    var simulation = LadderSimulation(
      LadderScenario(
        Ladder(format: .sizes, lanes: [lane(.video, video), lane(.audio, audio)]),
        over: NetworkLink(following: profile), player: player, rule: FixedRule(level: 0),
        actions: actions, options: SessionOptions(tickInterval: nil)))
    return simulation.run()
  }

  /// The number of each segment of a kind, and when it is taken in, in milliseconds.
  private static func text(_ session: LadderSession, lane: Int) -> String {
    session.segments.filter { $0.lane == lane }
      .map { "\($0.segment)@\($0.wallTime.nanoseconds / 1_000_000)" }.joined(separator: " ")
  }

  /// When each stall begins, at which media time, and how long it is, in milliseconds.
  private static func stalls(_ session: LadderSession) -> [[Int64]] {
    session.session.stalls.map {
      [$0.start.nanoseconds, $0.mediaTime.nanoseconds, $0.duration?.nanoseconds ?? -1]
        .map { $0 / 1_000_000 }
    }
  }

  @Test("Audio that is in first waits for video, and is asked for no further until then")
  func heldBack() throws {
    // Audio 0 is in at 1 s and video 0, alone from then on, at 2.5 s. So it goes on: 2.5 s for 2 s
    // of media.
    let session = try Self.play()
    expect(Self.text(session, lane: 0), equals: "0@2500 1@5000 2@7500")
    expect(Self.text(session, lane: 1), equals: "0@2500 1@5000 2@7500")
    expect(
      session.requests.filter { $0.subject.lane == 1 }.map(\.request.sent),
      equals: [.zero, .milliseconds(2500), .seconds(5)])
    // Sound does not play on without pictures: neither has more.
    expect(Self.stalls(session), equals: [[4500, 2000, 500], [7000, 4000, 500]])
    // Audio 1 is in at 3.5 s: what is waited for is video.
    expect(session.awaited.map { [$0?.lane, $0?.segment] }, equals: [[0, 1], [0, 2]])
  }

  @Test("Audio that waits for nothing is loaded ahead, and plays on without pictures")
  func notHeldBack() throws {
    let video = [Self.video[0]] + [Self.segment(1, 6000), Self.video[2]]
    // All of audio is in at 3 s, video 0 at 3.5 s. Video is dry from 5.5 s on, and sound plays on
    // for 3 s, up to media that video 2 shows.
    let free = try Self.play(video, holds: false)
    expect(Self.text(free, lane: 1), equals: "0@1000 1@2000 2@3000")
    expect(Self.text(free, lane: 0), equals: "0@3500 1@9500 2@11500")
    expect(Self.stalls(free), equals: [[8500, 5000, 3000]])
    // Video 0 is in at 2.5 s, audio 1 at 3.5 s. Video 1 lacks 5500 bytes then, and is in at 9 s.
    let held = try Self.play(video)
    expect(Self.text(held, lane: 0), equals: "0@2500 1@9000 2@11500")
    expect(Self.stalls(held), equals: [[4500, 2000, 4500], [11000, 4000, 500]])
  }

  @Test(
    "Audio is not ahead once video reaches past the first twentieth of it",
    arguments: [(2_099_999_999, 3500), (2_100_000_000, 2000)] as [(Int64, Int64)])
  func twentieth(videoEnd: Int64, taken: Int64) throws {
    // Both are in at 1 s, and audio 1 is at 2 s.
    let video = [
      Self.segment(0, 500, until: MediaTime(nanoseconds: videoEnd)), Self.video[1], Self.video[2],
    ]
    let session = try Self.play(video)
    expect(Self.text(session, lane: 1).hasPrefix("0@1000 1@\(taken) "))
  }

  @Test("The playhead of hls.js moves once there is sound, 65 ms after playback begins")
  func sound() throws {
    let profile = try BandwidthProfile(
      name: "link",
      intervals: [
        .init(duration: .zero, rate: BitRate(bitsPerSecond: 80_000_000), latency: .zero)
      ], afterwards: .holdsLast)
    let ladder = Ladder(
      format: .sizes, lanes: [Self.lane(.video, Self.video), Self.lane(.audio, Self.audio)])
    for (player, delay) in [(LadderPlayer.hlsJS, 65), (.dashJS, 0)] as [(LadderPlayer, Int64)] {
      var simulation = LadderSimulation(
        LadderScenario(
          ladder, over: NetworkLink(following: profile), player: player,
          rule: FixedRule(level: 0), options: SessionOptions(tickInterval: nil)))
      let session = simulation.run().session
      let startup = try #require(session.startup)
      expect(session.stalls.isEmpty)
      expect(session.elapsed - startup, equals: .milliseconds(6000 + delay))
    }
  }

  @Test("Audio that shows nothing waits for nothing")
  func damaged() throws {
    let audio = [Self.segment(0, 500, damage: "no samples")] + Self.audio.dropFirst()
    let session = try Self.play(Self.video, audio)
    expect(Self.text(session, lane: 1).hasPrefix("0@1000 1@"))
  }

  @Test(
    "A seek keeps the audio that waits if that is wanted there",
    arguments: [(2500, 1), (4500, 2)] as [(Int64, Int)])
  func seek(target: Int64, requests: Int) throws {
    // At 4 s, audio 1 is in and waits, and video 1 is in flight.
    let session = try Self.play(actions: [
      UserAction(at: .seconds(4), .seek(to: .milliseconds(target), .exact)),
      UserAction(at: .milliseconds(4001), .seek(to: .milliseconds(2500), .exact)),
    ])
    let asked = session.requests.filter { $0.subject.lane == 1 && $0.subject.segment == 1 }
    expect(asked.count, equals: requests)
    expect(session.session.endReason, equals: .ended)
  }
}
