import Expectations
import MediaReading
import PlayheadKit
import Testing

/// With an unlimited buffer and no latency, playback starts once all that is shown in the first two
/// seconds is in, and then does not stall if and only if each sample is in by its presentation time
/// after that.
@Suite struct `The minimum rate of every fixture` {
  @Test(arguments: Fixtures.playable)
  func `is that of the closed form, to the bit per second`(clip: String) throws {
    let index = try Fixtures.index(at: Fixtures.clip(clip))
    let presentation = try Presentation(index)
    let policy = try BufferingPolicy(highWatermark: nil)
    func simulation(_ link: NetworkLink) -> Simulation {
      Simulation(
        FileScenario(
          presentation, over: link, policy: policy,
          options: SessionOptions(
            tickInterval: nil, limit: .seconds(100_000_000), recordsEvents: false)))
    }
    let least = MinimumRate(startupLimit: .seconds(100_000_000), of: simulation) {}
    let rate = try #require(least.rate)
    expect(least.lowerRate == nil)
    let download = PlainDownload(of: index, presentation)
    expect(least.summary.requestCount, equals: download.requests.count)
    expect(least.summary.bytesDownloaded, equals: download.requests.reduce(0) { $0 + $1.count })

    let needs = download.needs
    // Where all of it is shown in the first two seconds, nothing is left that could be late.
    let late = needs.filter { $0.mediaTime >= .seconds(2) }
    guard !late.isEmpty else {
      expect(rate, equals: BitRate(bitsPerSecond: 1))
      return
    }
    expect(download.playsThrough(at: rate.bitsPerSecond))
    expect(!download.playsThrough(at: rate.bitsPerSecond - 1))
    let startup = try #require(least.summary.startup)
    expect(startup.nanoseconds, equals: Int64(download.startup(at: rate.bitsPerSecond)))

    // Without a look at time: the steepest way from what the start takes to what a sample takes.
    let first = needs.filter { $0.mediaTime < .seconds(2) }.map(\.bytes).max() ?? 0
    let steepest = late.map { need in
      (Double(need.bytes - first) * 8e9 / Double(need.mediaTime.nanoseconds)).rounded(.up)
    }.reduce(1, max)
    // Each request begins at a whole nanosecond.
    let slack = 1 + steepest * Double(download.requests.count) / 2e9
    expect(abs(Double(rate.bitsPerSecond) - steepest) <= slack)
  }
}
