import PlayheadKit

/// How long an hour of a live event takes to play.
enum LiveBenchmarks {
  static let all: [Benchmark] = [
    Benchmark(
      name: "live",
      abstract: "an hour at the edge of a live event in segments of 2 s, at 5 levels with audio, "
        + "whole and in parts: under 0.05 s"
    ) { bench throws(BenchmarkError) in
      for player in [LadderPlayer.hlsJS, .media3] {
        try measure(try scenario(player), "an hour, \(player.name)", within: 0.05, bench)
      }
      try measure(
        try scenario(.dashJS), "an hour, \(LadderPlayer.dashJS.name)", within: 0.05, bench)
      // Ten times the requests, of which each counts as a segment.
      try measure(
        try scenario(.hlsJS, parts: .milliseconds(200)), "an hour in parts of 0.2 s", within: 0.5,
        bench)
    }
  ]

  private static func measure(
    _ scenario: LadderScenario, _ name: String, within limit: Double, _ bench: Bench
  ) throws(BenchmarkError) {
    let contender = Contender(name) { () throws(BenchmarkError) in
      try Stopwatch.measure {
        var simulation = LadderSimulation(scenario)
        _ = simulation.run()
      }
    }
    try bench.inform(contender, within: limit)
  }

  private static let rates: [Int64] = [400, 800, 1600, 3200, 6400]
  /// A little more than an hour, of which the viewer sees an hour.
  private static let segments = 1830
  private static let length: Int64 = 2000

  private static func level(_ name: String, _ rate: Int64, isListed: Bool) -> Level {
    Level(
      name: name, bitRate: BitRate(bitsPerSecond: rate * 1000),
      playlist: isListed ? LadderResource("\(name).m3u8", bytes: Int64(segments) * 40) : nil,
      segments: (0..<segments).map { number in
        // Sizes vary by a fifth around the declared bit rate.
        let bytes = rate * length / 8 * (80 + Int64(number * 7919 % 41)) / 100
        return LadderSegment(
          LadderResource("\(name)-\(number)", bytes: bytes),
          declared: TimeRange(
            start: .milliseconds(Int64(number) * length),
            end: .milliseconds(Int64(number + 1) * length)))
      }, targetDuration: .milliseconds(length))
  }

  private static func scenario(
    _ player: LadderPlayer, parts: MediaTime? = nil
  ) throws(BenchmarkError) -> LadderScenario {
    let isListed = player.plays(.hls) && player.live[.hls] != nil
    let lanes = [
      LadderLane(
        .video, levels: rates.map { level("\($0)", $0, isListed: isListed) }),
      LadderLane(.audio, levels: [level("audio", 128, isListed: isListed)]),
    ]
    var ladder = Ladder(
      format: isListed ? .hls : .dash,
      manifests: isListed ? [] : [LadderResource("event.mpd", bytes: 4000)], lanes: lanes)
    if let parts { ladder = ladder.inParts(of: parts) }
    do {
      let profile = try BandwidthProfile(
        name: "steps",
        intervals: LadderMovie.intervals.map {
          .init(
            duration: .milliseconds($0.length), rate: BitRate(bitsPerSecond: $0.rate * 1000),
            latency: .milliseconds(LadderMovie.latency))
        })
      var setting = LiveSetting()
      setting.join = .seconds(60)
      return LadderScenario(
        ladder, over: NetworkLink(following: profile), player: player,
        rule: try NamedRule(parsing: player.rule).rule,
        options: SessionOptions(tickInterval: nil, recordsEvents: false),
        live: try setting.event(of: ladder, by: player))
    } catch {
      throw BenchmarkError("the made-up event: \(error)")
    }
  }
}
