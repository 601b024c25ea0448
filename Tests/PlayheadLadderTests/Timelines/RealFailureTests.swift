import Expectations
import PlayheadKit
import PlayheadLadder
import Testing

/// What real players did with a ladder that lacks segments, and what is predicted.
///
/// Measured in headless Chromium 156 over 3 Mbit/s with 50 ms, which all requests shared: hls.js
/// 1.6.15 and dash.js 5.1.1 in a page, and Chromium's own player. The ladder has 24 s at 235, 510
/// and 1060 kbit/s in segments of 4 s, in fMP4 with audio apart. Where segments are missing, the
/// server answers 404.
@Suite("Players at segments that they cannot play, as measured")
struct RealFailureTests {
  /// What is missing: segments of these levels of video with this number.
  struct Case: Sendable, CustomTestStringConvertible {
    var player: LadderPlayer
    var kind: SegmentFailure.Kind
    var levels: [Int]
    var segment: Int
    var hasAudioToo = false
    /// What the real player did: how it ended, how many attempts at segments of video failed, where
    /// the playhead was at last, from where it jumped, how often playback stalled.
    var end: Session.EndReason
    var failures: Int?
    var playhead: ClosedRange<Double>
    var jump: ClosedRange<Double>?
    var stalls: Int
    /// How long after the first failure it ended, in seconds.
    var time: ClosedRange<Double>?

    var testDescription: String {
      "\(player.name): \(kind) \(segment) of \(levels)\(hasAudioToo ? " and audio" : "")"
    }
  }

  static let cases: [Case] = [
    // 404 at level 2, then 1, then 0; then after 4 s, and 8 s each; fatal at the seventh. It then
    // loaded no more. Its rule looked at the failed request meanwhile, and cut the first wait of 8
    // s short.
    Case(
      player: .hlsJS, kind: .missing, levels: [0, 1, 2], segment: 3, end: .error, failures: 7,
      playhead: 11.9...12, stalls: 1, time: 22.6...28.6),
    // 0.512 s, 0.962, 1.263, 5.323, 13.796, 21.948, fatal at 30.041 s.
    Case(
      player: .hlsJS, kind: .missing, levels: [0, 1, 2], segment: 0, end: .error, failures: 7,
      playhead: 0...0, stalls: 0, time: 28...29.6),
    // Fell back to level 1 at once, and stayed there to the end.
    Case(
      player: .hlsJS, kind: .missing, levels: [2], segment: 3, end: .ended, failures: 1,
      playhead: 24...24, stalls: 0),
    Case(
      player: .hlsJS, kind: .unreadable, levels: [2], segment: 3, end: .ended, failures: 1,
      playhead: 24...24, stalls: 0),
    // Jumped from 11.96 s to 16.07 s, 10 ms after it had stalled.
    Case(
      player: .hlsJS, kind: .gap, levels: [0, 1, 2], segment: 3, hasAudioToo: true, end: .ended,
      playhead: 24...24, jump: 11.9...12, stalls: 1),
    Case(
      player: .hlsJS, kind: .gap, levels: [2], segment: 3, end: .ended, failures: 1,
      playhead: 24...24, stalls: 0),
    // Looked at the gap once in 1.1 s until watching ended.
    Case(
      player: .hlsJS, kind: .gap, levels: [0, 1, 2], segment: 0, hasAudioToo: true, end: .gap,
      playhead: 0...0, stalls: 0),
    // With audio up to 16 s, played on to 14.66 s without pictures.
    Case(
      player: .hlsJS, kind: .gap, levels: [0, 1, 2], segment: 3, end: .ended, playhead: 24...24,
      jump: 14.4...15, stalls: 1),
    // 9.596 s, 10.666, 11.844, 12.970: the error. It loaded no more, and played on to 14.96 s, 3 s
    // of it without pictures.
    Case(
      player: .dashJS, kind: .missing, levels: [0, 1, 2], segment: 3, end: .error, failures: 4,
      playhead: 14.7...15.1, stalls: 1, time: 3.1...13),
    // The level was not changed for it.
    Case(
      player: .dashJS, kind: .missing, levels: [2], segment: 3, end: .error, failures: 4,
      playhead: 14.7...15.1, stalls: 1),
    Case(
      player: .dashJS, kind: .missing, levels: [0, 1, 2], segment: 0, end: .error, failures: 4,
      playhead: 0...0, stalls: 0, time: 3...3.4),
    // Ended at 6.84 s with what was loaded up to 12 s.
    Case(
      player: .chromiumHLS, kind: .missing, levels: [0, 1, 2], segment: 3, end: .error,
      failures: 1, playhead: 5...8.5, stalls: 0, time: 0...0),
    Case(
      player: .chromiumHLS, kind: .missing, levels: [0, 1, 2], segment: 0, end: .error,
      failures: 1, playhead: 0...0, stalls: 0, time: 0...0),
    // 20 s were played in one piece.
    Case(
      player: .chromiumHLS, kind: .gap, levels: [0, 1, 2], segment: 3, hasAudioToo: true,
      end: .ended, playhead: 24...24, jump: 11.8...12, stalls: 0),
    Case(
      player: .chromiumHLS, kind: .gap, levels: [0, 1, 2], segment: 0, hasAudioToo: true,
      end: .error, failures: 1, playhead: 0...0, stalls: 0),
  ]

  @Test("A player does what the real one did", arguments: cases)
  func measured(_ example: Case) throws {
    let session = try Self.play(example.player, Self.ladder(example))
    let failures = session.failures.filter { $0.lane == 0 }
    expect(session.session.endReason, equals: example.end)
    if let count = example.failures { expect(failures.count, equals: count) }
    let last = session.session.ticks.last?.mediaTime ?? .zero
    expect(example.playhead.contains(last.seconds), "\(last)")
    expect(session.session.stalls.count, equals: example.stalls)
    expect((session.session.startup == nil), equals: (example.segment == 0))
    if let time = example.time, let first = failures.first {
      expect(time.contains((session.session.elapsed - first.wallTime).seconds))
    }
    let jumps = session.session.events.filter {
      if case .gapJumped = $0.kind { true } else { false }
    }
    expect(jumps.count, equals: (example.jump == nil ? 0 : 1))
    if let jump = example.jump, let event = jumps.first {
      expect(jump.contains(event.mediaTime.seconds), "\(event.mediaTime)")
    }
  }

  /// Segments of which the third ends early, by as much: measured over the same link.
  @Test(
    "Holes between timestamps are jumped over as measured",
    arguments: [
      // From 11.80 s and 10.38 s to 12.08 s, after 30 ms and 10 ms.
      (.hlsJS, 200, 11.6...11.9, 12.0...12.1, 1), (.hlsJS, 1600, 10.2...10.5, 12.0...12.1, 1),
      // To 12.005 s from some 0.2 s before the hole.
      (.dashJS, 200, 11.3...11.9, 12.0...12.01, 0), (.dashJS, 1600, 10.1...10.5, 12.0...12.01, 0),
      // 22.42 s were played in one piece.
      (.chromiumHLS, 1600, 10.2...10.45, 12.0...12.01, 0),
    ] as [(LadderPlayer, Int, ClosedRange<Double>, ClosedRange<Double>, Int)])
  func holes(
    player: LadderPlayer, length: Int, from: ClosedRange<Double>, to: ClosedRange<Double>,
    stalls: Int
  ) throws {
    let session = try Self.play(player, Self.ladder(hole: .milliseconds(Int64(length))))
    let jumps = session.session.events.compactMap { event -> (Double, Double)? in
      guard case .gapJumped(let target) = event.kind else { return nil }
      return (event.mediaTime.seconds, target.seconds)
    }
    expect(session.session.endReason, equals: .ended)
    expect(session.session.stalls.count, equals: stalls)
    expect(jumps.count, equals: 1)
    expect(jumps.first.map { from.contains($0.0) && to.contains($0.1) }, equals: true, "\(jumps)")
  }

  // MARK: The ladder

  private static let bytes: [[Int64]] = [
    [84_058, 79_411, 70_552, 75_468, 82_712, 71_258],
    [215_327, 207_067, 187_722, 201_543, 214_468, 191_760],
    [488_149, 460_454, 434_837, 456_305, 461_290, 434_291],
    [33_116, 32_921, 32_920, 33_115, 32_975, 33_303],
  ]

  private static func ladder(_ example: Case) -> Ladder {
    ladder { level, place in
      let isHit = level == 3 ? example.hasAudioToo : example.levels.contains(level)
      return place == example.segment && isHit ? example.kind : nil
    }
  }

  private static func ladder(
    hole: MediaTime = .zero, failing: (Int, Int) -> SegmentFailure.Kind? = { _, _ in nil }
  ) -> Ladder {
    func level(_ number: Int, rate: Int64) -> Level {
      Level(
        name: "\(number)", bitRate: BitRate(bitsPerSecond: rate),
        playlist: LadderResource("level_\(number).m3u8", bytes: 373),
        initializations: [LadderResource("init_\(number).mp4", bytes: 838)],
        segments: (0..<6).map { place in
          let kind = failing(number, place)
          let declared = TimeRange(
            start: .seconds(4 * Int64(place)), end: .seconds(4 * Int64(place) + 4))
          return LadderSegment(
            LadderResource(
              "segment_\(number)_\(place).m4s",
              bytes: kind == .missing || kind == .gap ? 0 : bytes[number][place]),
            initialization: 0, declared: declared,
            measured: TimeRange(
              start: declared.start, end: declared.end - (place == 2 ? hole : .zero)),
            isGap: kind == .gap, damage: kind.flatMap { $0 == .gap ? nil : $0.rawValue })
        })
    }
    return Ladder(
      format: .hls, manifests: [LadderResource("main.m3u8", bytes: 460)],
      lanes: [
        LadderLane(
          .video,
          levels: [level(0, rate: 235_400), level(1, rate: 510_400), level(2, rate: 1_060_400)]),
        LadderLane(.audio, levels: [level(3, rate: 64_000)]),
      ])
  }

  private static func play(_ player: LadderPlayer, _ ladder: Ladder) throws -> LadderSession {
    let profile = try BandwidthProfile(
      name: "measured",
      intervals: [
        .init(duration: .zero, rate: BitRate(bitsPerSecond: 3_000_000), latency: .milliseconds(50))
      ], afterwards: .holdsLast)
    var simulation = LadderSimulation(
      LadderScenario(
        ladder, over: NetworkLink(following: profile), player: player,
        rule: try NamedRule(parsing: player.rule).rule))
    return simulation.run()
  }
}
