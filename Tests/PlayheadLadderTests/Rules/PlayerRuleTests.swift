import Expectations
import Foundation
import PlayheadLadder
import PlayheadModel
import Testing

@Suite("The ABR rules of Shaka, Media3 and Chromium")
struct PlayerRuleTests {
  private func lane(_ rates: Int64...) -> LadderLane {
    LadderLane.made(rates, segments: 50, milliseconds: 4000)
  }

  private func decision(
    _ rule: inout some AdaptationRule, _ lane: LadderLane, buffer: Int64 = 10_000,
    at time: Int64 = 0
  ) -> Decision {
    rule.decide(
      Observation(
        of: lane, wallTime: .milliseconds(time), bufferLevel: .milliseconds(buffer)))
  }

  @Test("Shaka starts within 0.95 of 1 Mbit/s", arguments: [(950_000, 1), (950_001, 0)])
  func shakaStart(rate: Int64, level: Int) {
    var rule = ShakaRule()
    expect(decision(&rule, lane(100_000, rate)).level, equals: level)
    var withAudio = ShakaRule()
    var observation = Observation(of: lane(100_000, rate - 128_000))
    observation.otherBitRate = BitRate(bitsPerSecond: 128_000)
    expect(withAudio.decide(observation).level, equals: level)
  }

  @Test("Shaka measures from 128 kB, without samples below 16 kB or 5 ms")
  func shakaSamples() {
    let lane = lane(100_000, 900_000, 3_000_000)
    var rule = ShakaRule()
    _ = decision(&rule, lane)
    rule.loaded(.segment(15_999, end: 1000, transfer: 10), lane)
    rule.loaded(.segment(150_000, end: 1000, transfer: 4), lane)
    rule.loaded(.segment(127_999, end: 2000, latency: 100, transfer: 156), lane)
    expect(decision(&rule, lane, at: 2000).estimate, equals: 1_000_000)
    rule.loaded(.segment(16_000, end: 3000, transfer: 32), lane)
    // 4 Mbit/s each, latency included.
    let measured = decision(&rule, lane, at: 3000)
    expect(abs((measured.estimate ?? 0) - 4_000_000) < 200)
    expect(measured.level, equals: 2)
  }

  @Test("Shaka keeps a level for 8 s", arguments: [(8999, 2), (9000, 0)] as [(Int64, Int)])
  func shakaInterval(end: Int64, level: Int) {
    let lane = lane(100_000, 900_000, 3_000_000)
    var rule = ShakaRule()
    _ = decision(&rule, lane)
    rule.loaded(.segment(500_000, end: 1000, transfer: 1000), lane)
    expect(decision(&rule, lane, at: 1000).level, equals: 2)
    rule.loaded(.segment(16_000, end: end, transfer: 7000), lane)
    expect(decision(&rule, lane, at: end).level, equals: level)
  }

  @Test(
    "Shaka abandons what it asked for before it chose another level, however much is in",
    arguments: [(799, 600_000, 1), (799, 400_001, 1), (800, 600_000, nil), (801, 600_000, nil)]
      as [(Int64, Int64, Int?)])
  func shakaAbandons(sent: Int64, total: Int64, level: Int?) {
    let lane = lane(100_000, 900_000, 30_000_000)
    var rule = ShakaRule()
    // By default 900 kbit/s; the running download is one of 100 kbit/s, so that the choice differs.
    _ = decision(&rule, LadderLane.made([100_000, 30_000_000], segments: 50, milliseconds: 4000))
    let observation = Observation(of: lane, wallTime: .milliseconds(900))
    let progress = DownloadProgress(
      level: 0, segment: 3, bytes: 400_000, totalBytes: total, sent: .milliseconds(sent),
      firstByte: .milliseconds(sent), looks: 0)
    expect(rule.reconsider(progress, observation) == nil, "nothing is measured")
    rule.loaded(.segment(400_000, end: 800, transfer: 800), lane)
    expect(rule.abandon(progress, observation) == nil)
    expect(rule.reconsider(progress, observation)?.level, equals: level)
  }

  @Test("the estimate of a page is 1.456 Mbit/s by 0.90 to 1.10, to 50 kbit/s, unless it is given")
  func shakaEstimates() {
    let lane = lane(100_000, 900_000)
    func estimates(_ varies: Bool) -> [Double] {
      let found = (0..<400).map { run in
        var rule = ShakaRule(
          initialEstimate: BitRate(bitsPerSecond: 1_450_000), variesByPage: varies)
        rule.vary(by: RunDraw(run: run, seed: 1))
        return decision(&rule, lane).estimate ?? 0
      }
      return Set(found).sorted()
    }
    expect(estimates(false), equals: [1_450_000])
    expect(
      estimates(true), equals: [1.3e6, 1.35e6, 1.4e6, 1.45e6, 1.5e6, 1.55e6, 1.6e6])
  }

  @Test(
    "Media3 starts within 0.7 of its initial estimate", arguments: [(700_000, 1), (700_001, 0)])
  func media3Start(rate: Int64, level: Int) {
    var rule = Media3Rule()
    expect(decision(&rule, lane(100_000, rate)).level, equals: level)
  }

  @Test("Media3 measures from 512 KiB or 2 s, from the first byte on", arguments: [true, false])
  func media3Valid(isEnough: Bool) {
    let lane = lane(100_000, 2_000_000)
    for (bytes, transfer) in [(524_288, 1000), (250_000, 2000)] as [(Int64, Int64)] {
      var rule = Media3Rule()
      rule.loaded(
        .segment(
          isEnough ? bytes : bytes - 8, latency: 700, transfer: isEnough ? transfer : transfer - 1),
        lane)
      let estimate = decision(&rule, lane).estimate
      expect(estimate, equals: (isEnough ? Double(bytes * 8000 / transfer) : 1_000_000))
    }
  }

  @Test("Media3 switches up from 10 s of buffer")
  func media3Up() {
    let lane = lane(100_000, 2_000_000)
    var rule = Media3Rule()
    expect(decision(&rule, lane).level, equals: 0)
    rule.loaded(.segment(1_000_000, transfer: 1000), lane)
    expect(decision(&rule, lane, buffer: 9999).level, equals: 0)
    expect(decision(&rule, lane, buffer: 10_000).level, equals: 1)
  }

  @Test("Media3 switches down below 25 s of buffer")
  func media3Down() {
    let lane = lane(100_000, 500_000)
    var rule = Media3Rule()
    expect(decision(&rule, lane).level, equals: 1)
    rule.loaded(.segment(100_000, transfer: 3000), lane)
    expect(decision(&rule, lane, buffer: 25_000).level, equals: 1)
    expect(decision(&rule, lane, buffer: 24_999).level, equals: 0)
  }

  /// What Media3 discards of a queue at `wallTime`, with the highest level within its estimate.
  private func discarded(
    _ rule: inout Media3Rule, _ queue: [QueuedSegment], of lane: LadderLane, at wallTime: WallTime
  ) -> Int? {
    rule.discard(queue, Observation(of: lane, wallTime: wallTime, playhead: .seconds(10)))
  }

  /// A queue of segments of a level, of 5 s each, the first of which begins 20 s after a playhead
  /// at 10 s.
  private func queue(_ level: Int, of count: Int = 3, earlier: MediaTime = .zero) -> [QueuedSegment]
  {
    (0..<count).map { number in
      let start = MediaTime.seconds(30 + 5 * Int64(number)) - earlier
      return QueuedSegment(
        level: level, segment: number,
        declared: TimeRange(start: start, end: start + .seconds(5)))
    }
  }

  /// A lane of three levels with pictures.
  private func pictured(_ sizes: [(Int, Int)?], rates: [Int64] = [100_000, 500_000, 700_000])
    -> LadderLane
  {
    let plain = lane(rates[0], rates[1], rates[2])
    return LadderLane(
      plain.kind,
      levels: zip(plain.levels, sizes).map { level, size in
        Level(
          name: level.name, bitRate: level.bitRate,
          resolution: size.map { Resolution(width: $0.0, height: $0.1) }, segments: level.segments)
      })
  }

  @Test("Media3 discards from the first segment on that begins 25 s ahead")
  func media3Discards() {
    let lane = pictured([(640, 360), (854, 480), (1920, 1080)])
    var rule = Media3Rule()
    expect(discarded(&rule, queue(0), of: lane, at: .zero), equals: 1)
    rule = Media3Rule()
    expect(discarded(&rule, queue(0, earlier: .resolution), of: lane, at: .zero), equals: 2)
    rule = Media3Rule()
    // The last one is not late enough.
    expect(discarded(&rule, queue(0, of: 2, earlier: .resolution), of: lane, at: .zero) == nil)
    // The estimate is for the highest level, which has nothing above it.
    rule = Media3Rule()
    expect(discarded(&rule, queue(2), of: lane, at: .zero) == nil)
  }

  @Test(
    "Media3 discards pictures of at most 1279 × 719, for higher ones",
    arguments: [
      ((1279, 719), (1920, 1080), 1), ((1280, 719), (1920, 1080), nil),
      ((1279, 720), (1920, 1080), nil), ((640, 360), (640, 360), nil),
      ((640, 359), (320, 360), 1),
    ] as [((Int, Int), (Int, Int), Int?)])
  func media3Pictures(own: (Int, Int), ideal: (Int, Int), place: Int?) {
    var rule = Media3Rule()
    expect(discarded(&rule, queue(0), of: pictured([own, own, ideal]), at: .zero), equals: place)
    rule = Media3Rule()
    expect(discarded(&rule, queue(0), of: pictured([nil, nil, ideal]), at: .zero) == nil)
    rule = Media3Rule()
    let equal = pictured([own, own, ideal], rates: [700_000, 700_000, 700_000])
    expect(discarded(&rule, queue(0), of: equal, at: .zero) == nil)
  }

  @Test("Media3 looks at a queue with the same end once a second")
  func media3Evaluates() {
    let lane = pictured([(640, 360), (854, 480), (1920, 1080)])
    var rule = Media3Rule()
    expect(discarded(&rule, queue(0), of: lane, at: .seconds(3)), equals: 1)
    expect(discarded(&rule, queue(0), of: lane, at: .milliseconds(3999)) == nil)
    expect(discarded(&rule, queue(0), of: lane, at: .seconds(4)), equals: 1)
    expect(discarded(&rule, queue(0, of: 4), of: lane, at: .seconds(4)), equals: 1)
  }

  @Test("Media3's transfers that overlap share one clock")
  func media3Overlap() {
    let lane = lane(100_000, 2_000_000)
    var rule = Media3Rule()
    var observation = Observation(of: lane)
    observation.openDownloads = [
      OpenDownload(lane: .audio, sent: .zero, firstByte: .zero, bytes: 50_000)
    ]
    // In the first second 200,000 and 50,000 bytes, in the next one 50,000.
    rule.downloaded(.segment(200_000, end: 1000, transfer: 800), observation)
    rule.loaded(.segment(100_000, end: 2000, transfer: 2000, lane: .audio), lane)
    // Weights 500 and 223: the median is the first sample.
    expect(decision(&rule, lane).estimate, equals: 2_000_000)
    rule.loaded(.segment(100_000, end: 5000, transfer: 2000, lane: .audio), lane)
    // Weights 500, 223 and 316 of 400,000 bit/s.
    expect(decision(&rule, lane).estimate, equals: 400_000)
  }

  @Test("Chromium starts at the lowest level and climbs, audio and initialization included")
  func chromium() {
    let lane = lane(100_000, 199_999, 200_000, 200_001)
    var rule = ChromiumHLSRule()
    expect(decision(&rule, lane).level, equals: 0)
    rule.loaded(
      Download(
        .initialization, lane: .audio, level: 0, bytes: 25_000, sent: .zero,
        firstByte: .milliseconds(100), end: .milliseconds(200)), lane)
    // 125,000 bytes from the first request on: 1 Mbit/s, of which 0.2 counts.
    rule.loaded(.segment(100_000, end: 1000, latency: 100, transfer: 700, lane: .audio), lane)
    let first = decision(&rule, lane)
    expect(first.estimate, equals: 200_000)
    expect(first.level, equals: 2)
  }
}
