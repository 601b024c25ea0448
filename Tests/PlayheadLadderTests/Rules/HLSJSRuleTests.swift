import Expectations
import PlayheadLadder
import PlayheadModel
import Testing

@Suite("The ABR rule of hls.js")
struct HLSJSRuleTests {
  private let lane = LadderLane.made(
    [235_000, 510_000, 1_060_000], segments: 20, milliseconds: 4000)

  private func observation(
    _ buffer: Double, at time: Int64 = 10_000, last: Int? = 0, playlists: Set<Int> = [0, 1, 2]
  ) -> Observation {
    Observation(
      of: lane, wallTime: .milliseconds(time), position: .seconds(8), segmentsSinceJump: 2,
      lastLevel: last, bufferLevel: MediaTime(nanoseconds: Int64(buffer * 1e9)), isPlaying: true,
      hasStarted: true, levelsWithPlaylist: playlists)
  }

  /// A rule that has chosen once and measured `bits` in a second after 100 ms.
  private func measured(_ bits: Int64, level: Int = 0) -> HLSJSRule {
    var rule = HLSJSRule()
    _ = rule.decide(Observation(of: lane))
    rule.loaded(.segment(bits / 8, level: level, latency: 100, transfer: 1000), lane)
    return rule
  }

  @Test("Starts at 235 of 235, 510 and 1060 kbit/s")
  func start() {
    var rule = HLSJSRule()
    let decision = rule.decide(Observation(of: lane))
    expect(decision.level, equals: 0)
    expect(decision.estimate, equals: 500_000)
  }

  @Test("Starts with the bit rate of the first variant where that is above the default")
  func firstVariant() {
    let levels = lane.levels.enumerated().map { index, level in
      Level(
        name: level.name, bitRate: level.bitRate, segments: level.segments,
        manifestIndex: 2 - index)
    }
    var rule = HLSJSRule()
    let decision = rule.decide(Observation(of: LadderLane(.video, levels: levels)))
    expect(decision.level, equals: 2)
    expect(decision.estimate, equals: 1_060_000)
  }

  @Test(
    "Switches up within 0.7 of the throughput",
    arguments: [
      // 510,000 ÷ 0.7 = 728,571.4 and 1,060,000 ÷ 0.7 = 1,514,285.7.
      (728_568, 0), (728_576, 1), (1_514_280, 1), (1_514_288, 2),
    ] as [(Int64, Int)])
  func switchesUp(bits: Int64, level: Int) {
    var rule = measured(bits)
    expect(rule.decide(observation(20)).level, equals: level)
  }

  @Test(
    "Stays within 0.95 of the throughput",
    arguments: [(1_115_784, 1), (1_115_792, 2)] as [(Int64, Int)])
  func stays(bits: Int64, level: Int) {
    // 1,060,000 ÷ 0.95 = 1,115,789.5.
    var rule = measured(bits, level: 2)
    expect(rule.decide(observation(20, last: 2)).level, equals: level)
  }

  @Test(
    "Takes a level only if its segment arrives before the buffer runs out",
    arguments: [
      // 0.1 + 4 × 510,000 ÷ 700,000 s = 3.0143 s; with its playlist 0.1 s more.
      (3.014, true, 0), (3.015, true, 1), (3.114, false, 0), (3.115, false, 1),
      // 0.1 + 4 × 235,000 ÷ 950,000 s = 1.0895 s; below that, a stall of up to 4 s is accepted.
      (1.09, true, 0), (1.089, true, 1), (0, true, 1),
    ])
  func fetches(buffer: Double, hasPlaylist: Bool, level: Int) {
    var rule = measured(1_000_000)
    expect(
      rule.decide(observation(buffer, playlists: hasPlaylist ? [0, 1, 2] : [0])).level,
      equals: level)
  }

  @Test("Takes the lowest level if none arrives in time")
  func lowest() {
    var rule = measured(8000, level: 1)
    expect(rule.decide(observation(1, last: 1)).level, equals: 0)
  }

  @Test("Compares average bit rates from two segments of buffer", arguments: [(7.999, 0), (8, 1)])
  func averages(buffer: Double, level: Int) {
    let levels = zip(lane.levels, [200_000, 400_000, 900_000] as [Int64]).map { level, mean in
      Level(
        name: level.name, bitRate: level.bitRate,
        averageBitRate: BitRate(bitsPerSecond: mean), segments: level.segments,
        manifestIndex: level.manifestIndex)
    }
    let lane = LadderLane(.video, levels: levels)
    var rule = HLSJSRule()
    _ = rule.decide(Observation(of: lane))
    // 0.7 × 600,000 is above the average of level 1, and below its bit rate.
    rule.loaded(.segment(75_000, latency: 100, transfer: 1000), lane)
    let decision = rule.decide(
      Observation(
        of: lane, lastLevel: 0, bufferLevel: MediaTime(nanoseconds: Int64(buffer * 1e9)),
        levelsWithPlaylist: [0, 1, 2]))
    expect(decision.level, equals: level)
  }

  @Test("Switches neither codecs nor to a lower frame rate on the way up")
  func codecs() {
    func level(_ index: Int, _ codecs: [String], _ rate: Int64) -> Level {
      Level(
        name: "\(index)", bitRate: lane.levels[index].bitRate, frameRateThousandths: rate,
        codecs: codecs, segments: lane.levels[index].segments, manifestIndex: index)
    }
    let avc = ["avc1.4d401f", "mp4a.40.2"]
    for (codecs, rate, expected) in [
      (avc, 30_000, 2), (avc, 25_000, 1), (["hvc1.1.6.L93", "mp4a.40.2"], 30_000, 1),
    ] as [([String], Int64, Int)] {
      let lane = LadderLane(
        .video, levels: [level(0, avc, 30_000), level(1, avc, 30_000), level(2, codecs, rate)])
      var rule = HLSJSRule()
      _ = rule.decide(Observation(of: lane))
      rule.loaded(.segment(1_000_000, latency: 100, transfer: 1000), lane)
      let decision = rule.decide(
        Observation(
          of: lane, lastLevel: 0, bufferLevel: .seconds(20), levelsWithPlaylist: [0, 1, 2]))
      expect(decision.level, equals: expected)
    }
  }

  @Test("Alternative audio and initialization sections are no samples")
  func samples() {
    var rule = HLSJSRule()
    _ = rule.decide(Observation(of: lane))
    var other = Observation(of: lane)
    other.otherBufferLevel = .zero
    rule.downloaded(.segment(1_000_000, transfer: 1000, lane: .audio), other)
    rule.loaded(
      Download(
        .initialization, lane: .video, level: 0, bytes: 100_000, sent: .zero, firstByte: .zero,
        end: .seconds(1)), lane)
    expect(rule.decide(observation(20)).estimate, equals: 500_000)
  }

  private func progress(_ bytes: Int64, level: Int = 2) -> DownloadProgress {
    DownloadProgress(
      level: level, segment: 2, bytes: bytes, totalBytes: 530_000, sent: .seconds(10),
      firstByte: .milliseconds(10_100), looks: 20)
  }

  @Test("Looks at downloads after half of their length", arguments: [(2000, false), (2001, true)])
  func grace(elapsed: Int64, abandons: Bool) {
    // 20,000 bytes in 2 s: the rest takes 50 s, level 1 30 s.
    var rule = measured(1_000_000)
    let decision = rule.abandon(progress(20_000), observation(10, at: 10_000 + elapsed, last: 2))
    expect((decision != nil), equals: abandons)
    expect(decision.map { $0.level == 0 } ?? true)
  }

  @Test("Abandons nothing that arrives before the buffer runs out", arguments: [4.9, 5.2])
  func inTime(buffer: Double) {
    // 169,600 bytes in 2.4 s; 360,400 more take 5.1 s; level 1 takes 3.709 s.
    var rule = measured(1_000_000)
    let decision = rule.abandon(progress(169_600), observation(buffer, at: 12_500, last: 2))
    expect((decision?.level == 1), equals: (buffer < 5.1))
  }

  @Test("Abandons nothing from the level above the lowest")
  func aboveLowest() {
    var rule = measured(1_000_000)
    expect(rule.abandon(progress(20_000, level: 1), observation(1, at: 14_000, last: 1)) == nil)
    expect(rule.abandon(progress(20_000, level: 0), observation(1, at: 14_000)) == nil)
  }

  @Test(
    "Aborts at once, to the lowest level, where the rest takes twice as long as the new segment")
  func urgent() {
    // 60,000 bytes in 2.9 s are 165.5 kbit/s: the rest takes 22.7 s, level 1 12.4 s, in a buffer of
    // 20 s no shorter than the segment: level 0.
    var rule = measured(1_000_000)
    let slow = rule.abandon(progress(60_000), observation(20, at: 13_000, last: 2))
    expect(slow?.level, equals: 0)
    // 190,000 bytes in 2.9 s are 524 kbit/s: level 1 takes 3.99 s, the rest 5.19 s.
    var other = measured(1_000_000)
    let mild = other.abandon(progress(190_000), observation(5, at: 13_000, last: 2))
    expect(mild?.level, equals: 1)
  }

  @Test("Goes on with a download that it abandons, unless it aborts at once")
  func keeping() {
    var rule = measured(1_000_000)
    let mild = rule.abandon(progress(190_000), observation(5, at: 13_000, last: 2))
    expect(mild?.keepsDownload, equals: true)
    // 200,000 of 2,000,000 bytes in 2.9 s are 552 kbit/s: the rest takes 26 s, level 1 3.8 s.
    let wide = LadderLane.made([235_000, 510_000, 4_000_000], segments: 20, milliseconds: 4000)
    var other = measured(1_000_000)
    let download = DownloadProgress(
      level: 2, segment: 2, bytes: 200_000, totalBytes: 2_000_000, sent: .seconds(10),
      firstByte: .milliseconds(10_100), looks: 20)
    let urgent = other.abandon(
      download,
      Observation(
        of: wide, wallTime: .seconds(13), position: .seconds(8), segmentsSinceJump: 2,
        lastLevel: 2, bufferLevel: .seconds(5), isPlaying: true, hasStarted: true,
        levelsWithPlaylist: [0, 1, 2]))
    expect(urgent?.level, equals: 0)
    expect(urgent?.keepsDownload, equals: false)
  }

  @Test("A burst before a drop hides it: no abandonment in 12.4 s")
  func burst() {
    var rule = measured(3_000_000)
    for elapsed in stride(from: Int64(100), through: 8200, by: 100) {
      // 3 Mbit/s for a second after 50 ms, then 150 kbit/s.
      let fast = min(max(elapsed - 50, 0), 1000) * 375
      let bytes = fast + max(elapsed - 1050, 0) * 75 / 4
      let progress = DownloadProgress(
        level: 2, segment: 2, bytes: bytes, totalBytes: 530_000, sent: .seconds(10),
        firstByte: .milliseconds(10_050), looks: Int(elapsed / 100))
      let buffer = max(4 - Double(elapsed) / 1000, 0)
      expect(
        rule.abandon(progress, observation(buffer, at: 10_000 + elapsed, last: 2)) == nil)
    }
  }
}
