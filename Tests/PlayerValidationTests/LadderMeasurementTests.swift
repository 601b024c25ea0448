import Expectations
import PlayheadKit
import Testing

@testable import PlayerValidation

/// Two levels of three segments of 4 s in folders of their own, with audio in ranges of one file.
private let ladder: Ladder = {
  func segments(_ name: String, _ resource: (Int) -> LadderResource) -> [LadderSegment] {
    (0..<3).map { number in
      let start = Int64(number) * 4
      return LadderSegment(
        resource(number), initialization: 0,
        declared: TimeRange(start: .seconds(start), end: .seconds(start + 4)),
        measured: TimeRange(
          start: .seconds(start) - .milliseconds(80), end: .seconds(start + 4)),
        startsWithSync: true)
    }
  }
  let video = ["low", "high"].enumerated().map { number, name in
    Level(
      name: name, bitRate: BitRate(bitsPerSecond: 100_000 * Int64(number + 1)),
      resolution: Resolution(width: 320, height: 180), codecs: ["avc1.64000c"],
      playlist: LadderResource("\(name)/index.m3u8", bytes: 200),
      initializations: [LadderResource("init.mp4", bytes: 800)],
      segments: segments(name) { LadderResource("\($0).m4s", bytes: 50_000) }, audioLevel: 0,
      manifestIndex: number)
  }
  let audio = Level(
    name: "sound", bitRate: BitRate(bitsPerSecond: 64_000),
    playlist: LadderResource("sound.m3u8", bytes: 300),
    initializations: [LadderResource("sound.mp4", bytes: 700, range: ByteRange(0, 700))],
    segments: segments("sound") {
      let start = 700 + Int64($0) * 30_000
      return LadderResource("sound.mp4", bytes: 30_000, range: ByteRange(start, start + 30_000))
    })
  return Ladder(
    format: .hls, manifests: [LadderResource("main.m3u8", bytes: 500)],
    lanes: [LadderLane(.video, levels: video), LadderLane(.audio, levels: [audio])])
}()

private func request(_ name: String, _ offset: Int64 = 0) -> PlaybackOutline.Request {
  PlaybackOutline.Request(name: name, offset: offset, asked: .zero, bytes: 1)
}

private func outline(_ names: [String]) -> PlaybackOutline {
  PlaybackOutline(
    startup: .seconds(1), stalls: [], end: .ended, elapsed: .seconds(13),
    requests: names.map { request($0) })
}

@Suite struct `Requests of a ladder` {
  @Test(
    arguments: [
      ("main.m3u8", 0, .manifest, 0, 0, nil), ("high/index.m3u8", 0, .playlist, 0, 1, nil),
      ("low/init.mp4", 0, .initialization, 0, 0, nil), ("high/2.m4s", 0, .segment, 0, 1, 2),
      // A whole file is also asked for in parts.
      ("high/2.m4s", 32_768, .segment, 0, 1, 2), ("sound.mp4", 0, .initialization, 1, 0, nil),
      ("sound.mp4", 30_700, .segment, 1, 0, 1),
    ] as [(String, Int64, Download.Content, Int, Int, Int?)])
  func `have their place by path and offset`(
    name: String, offset: Int64, content: Download.Content, lane: Int, level: Int, segment: Int?
  ) {
    let place = LadderPlaces(ladder).place(of: request(name, offset))
    expect(
      place,
      equals: .init(
        content: content, lane: lane, level: level, segment: segment, number: segment ?? 0))
  }

  @Test func `fail as in the model, those of a copy by its number`() throws {
    var (video, copied) = (ladder.lanes[0].levels, ladder.lanes[0].levels[0])
    copied.playlist = LadderResource("b/low/index.m3u8", bytes: 200)
    video[0].copies = [copied]
    let whole = Ladder(
      format: .hls, manifests: ladder.manifests,
      lanes: [LadderLane(.video, levels: video), ladder.lanes[1]])
    let faults = try [
      "segment 1 of level 0 404", "initialization of copy 1 timeout", "5s..6s 503",
    ].map { text throws(GrammarError) in try RequestFault(parsing: text) }
    let rule = LadderPlaces(whole).rule(of: faults)
    func answer(_ path: String, _ time: WallTime = .zero) -> RequestFault.Answer? {
      rule(.init(path: path, offset: 0, wallTime: time))
    }
    expect(
      ["low/1.m4s", "low/2.m4s", "high/1.m4s", "b/low/1.m4s", "b/low/init.mp4", "low/init.mp4"]
        .map { answer($0) }, equals: [.status(404), nil, nil, nil, .timeout, nil])
    // A server that has a copy is another one, and what is no part of the ladder never fails.
    expect(
      ["low/2.m4s", "main.m3u8", "b/low/2.m4s", "other"].map { answer($0, .seconds(5)) },
      equals: [
        .status(503), .status(503), nil, nil,
      ])
  }

  @Test(arguments: [("2.m4s", 0), ("sound.mp4", 1), ("favicon.ico", 0)] as [(String, Int64)])
  func `have none if the ladder has no such resource`(name: String, offset: Int64) {
    expect(LadderPlaces(ladder).place(of: request(name, offset)) == nil)
  }

  @Test func `give each segment the level that was asked for last`() {
    let levels = LevelComparison(
      ladder, predicted: outline(["low/0.m4s", "low/1.m4s", "high/2.m4s"]),
      runs: [outline(["low/0.m4s", "high/1.m4s", "low/1.m4s"])])
    expect(levels.segments.map(\.predicted), equals: [0, 0, 1])
    expect(levels.segments.map { $0.real[0] }, equals: [0, 0, nil])
    expect(levels.agreeing == 2 && levels.firstDifference?.segment == 2 && !levels.agrees)
  }
}

@Suite struct `A measurement of a live event` {
  /// A playhead that moves from 1 s on at 20 s, with a stall from 5 to 6 s.
  private static let positions = (0...90).map { tenth -> PlayerRecording.Position in
    let played = tenth <= 40 ? tenth : max(40, tenth - 10)
    return PlayerRecording.Position(
      time: .milliseconds(1000 + 100 * Int64(tenth)),
      mediaTime: .milliseconds(20_000 + 100 * Int64(played)), rate: .normal)
  }

  @Test func `has the latency at each second`() throws {
    let recording = PlayerRecording(
      startup: .seconds(1), end: .limit, elapsed: .seconds(10), positions: Self.positions)
    let live = try #require(LiveOutline(recording, join: .seconds(24), duration: .seconds(80)))
    // Captured is 24 s and the time; the playhead is 19 s and the time, 1 s less after the stall.
    expect(live.firstSecond, equals: 1)
    expect(live.latencies, equals: [5, 5, 5, 5, 5, 6, 6, 6, 6, 6].map { MediaTime.seconds($0) })
    expect(live.mean, equals: .milliseconds(5500))
  }

  @Test func `agrees within a quarter of a second of mean latency`() {
    func seen(_ latencies: [Int64]) -> PlaybackOutline {
      var outline = outline([])
      outline.live = LiveOutline(
        firstSecond: 1, latencies: latencies.map { .milliseconds($0) }, rates: [])
      return outline
    }
    func agrees(_ predicted: [Int64], _ real: [Int64]) -> Bool {
      LiveComparison(ladder, predicted: seen(predicted), runs: [seen(real)]).agrees
    }
    // Only the seconds that both have count.
    expect(agrees([5000, 5000, 9000], [5200, 5300]) && agrees([5000], [5250]))
    expect(!agrees([5000], [5251]) && !agrees([5000], []) && !agrees([], [5000]))
  }

  @Test func `is read back as it was written`() throws {
    let profile = try BandwidthProfile(
      name: "steady", rate: BitRate(bitsPerSecond: 500_000), latency: .zero)
    var run = outline(["main.m3u8", "low/0.m4s"])
    run.live = LiveOutline(
      firstSecond: 2, latencies: [.milliseconds(3125), .milliseconds(3250)],
      rates: [.init(wallTime: .seconds(3), rate: PlaybackRate(thousandths: 1050) ?? .normal)])
    let parts = ladder.inParts(of: .seconds(1))
    var measurement = PlayerMeasurement(
      player: .hlsJS, version: "hls.js 1", media: "main.m3u8", mediaBytes: 500, ladder: parts,
      profile: profile, transport: .fluid, cores: 2, limit: .seconds(60), runs: [run])
    measurement.live = .init(
      event: LiveEvent(join: .seconds(6), delay: .milliseconds(500)), catchUp: nil)
    var simulation = LadderSimulation(
      LadderScenario(
        parts, over: NetworkLink(following: profile), player: .hlsJS, rule: FixedRule(level: 0),
        options: SessionOptions(tickInterval: nil), live: measurement.live?.event))
    let report = ValidationReport(
      measurement, of: parts, policy: "hls.js", predicting: simulation.run())
    let read = try MeasurementReading.measurement(ValidationJSON.bytes(report))
    expect(read.runs == measurement.runs && read.live == measurement.live)
    expect(read.ladder?.lanes, equals: parts.lanes)
  }
}

@Suite struct `A stall with media loaded ahead` {
  /// Pictures of segment 1 come to 8 s, of all to 12 s; `video` is loaded after 2 s each, and sound
  /// likewise, unless it is dropped.
  private func counted(
    at milliseconds: Int64, after seconds: Int64, video: [Int], sound: [Int], dropped: Bool = false
  ) -> Int {
    func loaded(_ name: String, _ offset: Int64, _ number: Int) -> PlaybackOutline.Request {
      let end = WallTime.seconds(Int64(2 * number + 2))
      return PlaybackOutline.Request(
        name: name, offset: offset, asked: .zero, lastByte: end, bytes: 1,
        dropped: dropped ? end : nil)
    }
    var run = outline([])
    run.requests =
      video.map { loaded("low/\($0).m4s", 0, $0) }
      + sound.map { loaded("sound.mp4", 700 + Int64($0) * 30_000, $0) }
    run.stalls = [
      .init(
        start: .seconds(seconds), mediaTime: .milliseconds(milliseconds), duration: .seconds(1))
    ]
    return run.withoutStallsOfMachine(playing: ladder).stalls.count
  }

  @Test(
    arguments: [
      (7000, 4, [0, 1], [0, 1], 0), (7001, 4, [0, 1], [0, 1], 1),
      (7001, 6, [0, 1, 2], [0, 1, 2], 0), (7001, 6, [0, 1, 2], [0, 1], 1),
      // Not in yet.
      (7001, 5, [0, 1, 2], [0, 1, 2], 1), (7000, 3, [0, 1], [0, 1], 1),
      // A hole, and the end of the media.
      (3001, 6, [0, 2], [0, 1, 2], 1), (11_999, 6, [2], [2], 0),
    ] as [(Int64, Int64, [Int], [Int], Int)])
  func `of a second or more is none of the network`(
    at milliseconds: Int64, after seconds: Int64, video: [Int], sound: [Int], count: Int
  ) {
    expect(counted(at: milliseconds, after: seconds, video: video, sound: sound), equals: count)
  }

  @Test func `that was dropped is one of the network`() {
    expect(counted(at: 5000, after: 4, video: [0, 1], sound: [0, 1], dropped: true), equals: 1)
  }
}

@Suite struct `A measurement with a ladder` {
  @Test func `holds the ladder that a prediction needs`() throws {
    let profile = try BandwidthProfile(
      name: "steady", rate: BitRate(bitsPerSecond: 500_000), latency: .zero)
    let run = outline(["main.m3u8", "low/0.m4s"])
    let measurement = PlayerMeasurement(
      player: .hlsJS, version: "hls.js 1", media: "main.m3u8", mediaBytes: 500, ladder: ladder,
      profile: profile, transport: .fluid, cores: 2, limit: .seconds(60), runs: [run])
    var simulation = LadderSimulation(
      LadderScenario(
        ladder, over: NetworkLink(following: profile), player: .hlsJS,
        rule: FixedRule(level: 0), options: SessionOptions(tickInterval: nil)))
    let report = ValidationReport(
      measurement, of: ladder, policy: "hls.js", predicting: simulation.run())
    try expect(MeasurementReading.measurement(ValidationJSON.bytes(report)), equals: measurement)
  }
}
