import Expectations
import PlayheadModel
import Testing

@testable import PlayheadLadder

@Suite("The throughput of chunks in dash.js")
struct ChunkThroughputTests {
  /// Chunks of `bytes` that take `times` milliseconds each, a second apart, of a request at zero.
  private func chunks(_ bytes: Int64, _ times: [Int64]) -> LoadedChunks {
    var chunks = LoadedChunks(sent: .zero, latency: .milliseconds(50))
    for (number, time) in times.enumerated() {
      let first = WallTime.milliseconds(50 + 1000 * Int64(number))
      chunks.add(
        bytes: bytes, lasting: .milliseconds(500), from: first, to: first + .milliseconds(time))
    }
    return chunks
  }

  @Test(
    "It is the mean of all chunks but the last, each from when its header of 500 bytes is in",
    arguments: [
      // 80,000 bits in 95, 190 and 380 ms; the last one does not count.
      ([100, 200, 400, 1], (80_000 / 95.0 + 80_000 / 190.0 + 80_000 / 380.0) / 3),
      ([100, 100, 9], 80_000 / 95.0),
      // What takes a millisecond says nothing.
      ([100, 1, 9], 80_000 / 95.0),
      // Of less than two chunks before the last, all the time since the request counts.
      ([100, 200], 160_000 / 1250.0), ([100], 80_000 / 150.0), ([1, 1, 50], 240_000 / 2100.0),
    ] as [([Int64], Double)])
  func mean(_ times: [Int64], _ throughput: Double) {
    let end = WallTime.milliseconds(50 + 1000 * Int64(times.count - 1) + (times.last ?? 0))
    expect(abs(chunks(10_000, times).throughput(at: end) - throughput) < 1e-9)
  }

  @Test("Of a chunk without more bytes than its header, half are taken for that")
  func small() {
    expect(abs(chunks(400, [100, 100, 1]).throughput(at: .seconds(9)) - 3200 / 50.0) < 1e-9)
  }

  @Test("A rule takes the time in which a segment would come at that throughput")
  func rule() {
    let lane = LadderLane.made([300_000, 900_000], segments: 9, milliseconds: 4000)
    var rule = DashJSRule()
    _ = rule.decide(Observation(of: lane))
    var download = Download.segment(125_000, level: 1, transfer: 4000)
    (download.isInChunks, download.chunkThroughput) = (true, 500)
    rule.loaded(download, lane)
    let decision = rule.decide(
      Observation(
        of: lane, wallTime: .seconds(10), segmentsSinceJump: 1, lastLevel: 1,
        bufferLevel: .seconds(9), isPlaying: true, hasStarted: true))
    expect(decision.estimate, equals: 500_000)
  }

  @Test(
    "At the edge, the throughput counts though the buffer is empty; with chunks, that does not",
    arguments: [(false, false, 1), (true, false, 0), (true, true, 2)])
  func edge(_ isLive: Bool, _ comesInChunks: Bool, _ level: Int) {
    let lane = LadderLane.made([300_000, 900_000, 2_400_000], segments: 9, milliseconds: 4000)
    var rule = DashJSRule()
    _ = rule.decide(Observation(of: lane))
    rule.loaded(.segment(1_250_000, level: 1, transfer: 1000), lane)
    var observation = Observation(
      of: lane, wallTime: .seconds(10), segmentsSinceJump: isLive ? 3 : 1, lastLevel: 1,
      bufferLevel: .milliseconds(200), isPlaying: true, hasStarted: true,
      liveEdge: isLive ? .seconds(20) : nil)
    observation.comesInChunks = comesInChunks
    expect(rule.decide(observation).level, equals: level)
  }
}
