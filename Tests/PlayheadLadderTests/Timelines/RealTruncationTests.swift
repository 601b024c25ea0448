import Expectations
import PlayheadKit
import PlayheadLadder
import Testing

/// What real players did with segments of fMP4 that end early, and with a last segment that is left
/// out.
///
/// Measured in headless Chromium 156 over 2 Mbit/s: its own player, and hls.js 1.6.15 and dash.js
/// 5.1.1 in a page. The ladder has 24 s in six segments of 4 s; in the fragments of the muxed one,
/// all pictures come before all sound.
@Suite("Players at segments that end early, as measured")
struct RealTruncationTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var player: LadderPlayer
    var isMuxed = true
    /// The segment that ends early, or is left out, as it is marked as a gap: of audio if so, and
    /// how much of its time has all of its tracks.
    var segment: Int
    var isAudio = false
    var isGap = false
    var bytes: Int64 = 0
    var shown: MediaTime = .zero
    /// What the real player did: how it ended, and when, in seconds.
    var end: Session.EndReason
    var elapsed: Double

    var testDescription: String {
      "\(player.name): \(isAudio ? "audio " : "")\(isGap ? "gap" : "truncated") \(segment) of "
        + "\(isMuxed ? "muxed" : "separate") media"
    }
  }

  static let cases: [Case] = [
    // `CHUNK_DEMUXER_ERROR_APPEND_FAILED` as the segment behind it was in.
    Case(player: .chromiumHLS, segment: 2, bytes: 209_110, end: .error, elapsed: 5.113),
    Case(player: .chromiumHLS, segment: 2, bytes: 3485, end: .error, elapsed: 4.274),
    // It began anew at the playhead, ten times, until `bufferAppendError` was fatal at 33.5 s: the
    // first of them.
    Case(player: .hlsJS, segment: 2, bytes: 209_110, end: .error, elapsed: 5.3),
    Case(
      player: .chromiumHLS, isMuxed: false, segment: 2, bytes: 179_821, shown: .milliseconds(2440),
      end: .error, elapsed: 5.152),
    Case(
      player: .hlsJS, isMuxed: false, segment: 2, bytes: 179_821, shown: .milliseconds(2440),
      end: .error, elapsed: 5.416),
    Case(
      player: .chromiumHLS, isMuxed: false, segment: 2, isAudio: true, bytes: 29_327,
      shown: .milliseconds(2368), end: .error, elapsed: 4.518),
    Case(
      player: .hlsJS, isMuxed: false, segment: 2, isAudio: true, bytes: 29_327,
      shown: .milliseconds(2368), end: .error, elapsed: 5.718),
    Case(
      player: .dashJS, isMuxed: false, segment: 2, bytes: 179_821, shown: .milliseconds(2440),
      end: .error, elapsed: 5.158),
    // Ended at the end of what was loaded of all tracks: 20.09 s were played.
    Case(player: .chromiumHLS, segment: 5, bytes: 207_446, end: .ended, elapsed: 23.076),
    Case(player: .hlsJS, segment: 5, bytes: 207_446, end: .ended, elapsed: 21.871),
    Case(player: .chromiumHLS, segment: 5, isGap: true, end: .ended, elapsed: 23.211),
    Case(player: .hlsJS, segment: 5, isGap: true, end: .ended, elapsed: 21.803),
    // With audio up to 24 s, it was played to there.
    Case(
      player: .chromiumHLS, isMuxed: false, segment: 5, bytes: 170_000, shown: .milliseconds(2280),
      end: .ended, elapsed: 27.207),
    Case(
      player: .hlsJS, isMuxed: false, segment: 5, bytes: 170_000, shown: .milliseconds(2280),
      end: .ended, elapsed: 25.676),
    Case(
      player: .chromiumHLS, isMuxed: false, segment: 5, isGap: true, end: .ended, elapsed: 27.2),
    Case(player: .hlsJS, isMuxed: false, segment: 5, isGap: true, end: .ended, elapsed: 25.841),
    Case(
      player: .dashJS, isMuxed: false, segment: 5, bytes: 177_094, shown: .milliseconds(2280),
      end: .ended, elapsed: 25.857),
  ]

  @Test("A player does what the real one did", arguments: cases)
  func measured(_ example: Case) throws {
    let session = try Self.play(example).session
    expect(session.endReason, equals: example.end)
    expect(session.stalls.isEmpty)
    expect(abs(session.elapsed.seconds - example.elapsed) < 0.36, "\(session.elapsed)")
  }

  @Test("What comes behind a segment that ends early is named as what fails")
  func failures() throws {
    let session = try Self.play(Self.cases[3])
    expect(session.failures.map(\.segment), equals: [2, 3])
    expect(session.failures.map(\.kind), equals: [.truncated, .truncated])
    expect(
      session.failures.map(\.response),
      equals: [
        .outcome(.failsNext, delay: .zero), .outcome(.fails, delay: .zero),
      ])
    // What is there of it counts as loaded.
    let shown = session.segments.filter { $0.lane == 0 }.map(\.shown.end)
    expect(shown, equals: [.seconds(4), .seconds(8), .milliseconds(10_440)])
  }

  /// A transport stream of which the third segment had 1.74 s less: hls.js played 24.1 s without a
  /// stall.
  @Test(
    "hls.js fills gaps between segments of a transport stream, not across a discontinuity"
  )
  func transportStream() throws {
    let bytes: [Int64] = [372_052, 368_668, 221_877, 380_888, 372_052, 366_976]
    let ends: [Int64] = [3924, 7941, 10_263, 15_929, 19_923, 24_000]
    let starts: [Int64] = [0, 3924, 7941, 12_000, 15_929, 19_923]
    func play(isDiscontinuity: Bool) throws -> Session {
      let segments = bytes.indices.map { place in
        LadderSegment(
          LadderResource("\(place).ts", bytes: bytes[place]),
          declared: TimeRange(
            start: .seconds(4 * Int64(place)), end: .seconds(4 * Int64(place) + 4)),
          measured: TimeRange(
            start: .milliseconds(starts[place]), end: .milliseconds(ends[place])),
          isDiscontinuity: isDiscontinuity && place == 3)
      }
      let level = Level(
        name: "all", bitRate: BitRate(bitsPerSecond: 700_000),
        playlist: LadderResource("all.m3u8", bytes: 257), segments: segments)
      let ladder = Ladder(format: .hls, lanes: [LadderLane(.muxed, levels: [level])])
      return try Self.play(.hlsJS, ladder).session
    }
    let session = try play(isDiscontinuity: false)
    expect(session.endReason == .ended && session.stalls.isEmpty)
    expect(abs(session.elapsed.seconds - 25.73) < 0.2, "\(session.elapsed)")
    try expect(play(isDiscontinuity: true).stalls.count, equals: 1)
  }

  /// As read in its source: three more attempts, after 0, 1 and 2 s; then an error, once what is
  /// there was played.
  @Test("Media3 plays what is there of a segment that ends early")
  func media3() throws {
    var example = Self.cases[3]
    example.player = .media3
    let session = try Self.play(example)
    expect(session.session.endReason, equals: .error)
    expect(
      session.failures.map(\.response), equals: [.outcome(.stopsWithError, delay: .seconds(3))])
    expect(session.session.ticks.last?.mediaTime, equals: .milliseconds(10_440))
  }

  @Test("A player of no name lets the time of a segment that ends early elapse")
  func basic() throws {
    var example = Self.cases[3]
    example.player = .basic
    let session = try Self.play(example)
    expect(session.session.endReason == .ended && session.session.stalls.isEmpty)
    expect(
      session.segments.filter { $0.lane == 0 }.map { $0.damage != nil },
      equals: [false, false, true, false, false, false])
  }

  // MARK: Playing

  private static func play(_ example: Case) throws -> LadderSession {
    let muxed: [Int64] = [350_165, 346_755, 348_517, 358_618, 350_638, 345_744]
    let video: [Int64] = [301_798, 297_681, 299_702, 309_897, 301_904, 295_157]
    let audio: [Int64] = [49_307, 48_807, 48_879, 49_041, 48_820, 48_801]
    let lanes =
      example.isMuxed
      ? [lane(.muxed, muxed, example)]
      : [
        lane(.video, video, example.isAudio ? nil : example),
        lane(.audio, audio, example.isAudio ? example : nil),
      ]
    let ladder = Ladder(
      format: .hls, manifests: example.isMuxed ? [] : [LadderResource("main", bytes: 186)],
      lanes: lanes)
    return try play(example.player, ladder)
  }

  private static func play(_ player: LadderPlayer, _ ladder: Ladder) throws -> LadderSession {
    let profile = try BandwidthProfile(
      name: "measured",
      intervals: [.init(duration: .zero, rate: BitRate(bitsPerSecond: 2_000_000))],
      afterwards: .holdsLast)
    var simulation = LadderSimulation(
      LadderScenario(
        ladder, over: NetworkLink(following: profile), player: player,
        rule: try NamedRule(parsing: player.rule).rule))
    return simulation.run()
  }

  private static func lane(
    _ kind: LadderLane.Kind, _ bytes: [Int64], _ example: Case?
  ) -> LadderLane {
    let segments = bytes.enumerated().map { place, bytes in
      let declared = TimeRange(
        start: .seconds(4 * Int64(place)), end: .seconds(4 * Int64(place) + 4))
      guard let example, place == example.segment else {
        return LadderSegment(
          LadderResource("\(kind)-\(place)", bytes: bytes), initialization: 0, declared: declared,
          measured: declared)
      }
      if example.isGap {
        return LadderSegment(
          LadderResource("\(kind)-\(place)", bytes: 0), initialization: 0, declared: declared,
          isGap: true)
      }
      let rest = TimeRange(start: declared.start, end: declared.start + example.shown)
      return LadderSegment(
        LadderResource("\(kind)-\(place)", bytes: example.bytes), initialization: 0,
        declared: declared, measured: example.shown > .zero ? rest : nil,
        damage: "it ends early", isTruncated: true)
    }
    let rate = BitRate(bitsPerSecond: bytes.reduce(0, +) * 8 / 24)
    return LadderLane(
      kind,
      levels: [
        Level(
          name: "\(kind)", bitRate: rate, playlist: LadderResource("\(kind).m3u8", bytes: 300),
          initializations: [LadderResource("\(kind)-init.mp4", bytes: 800)], segments: segments)
      ])
  }
}
