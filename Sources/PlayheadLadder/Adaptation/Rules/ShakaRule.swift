package import PlayheadModel

/// The rule of Shaka Player 5.2.7, with its defaults.
///
/// Requests for segments and initialization sections of all lanes count, also while they run.
package struct ShakaRule: AdaptationRule, Hashable {
  /// The estimate until enough is sampled: `navigator.connection.downlink` where a browser has it.
  private var initialEstimate: BitRate
  /// Whether that is a browser's, which varies from page to page.
  private let variesByPage: Bool
  private var throughput = FastSlowAverage(fast: 2, slow: 5)
  private var sampledBytes: Int64 = 0
  /// The estimate with which every lane last chose, and when; `nil` before the first choice.
  private var choice: Choice?
  private var samples: [LadderLane.Kind: Sample] = [:]

  private struct Choice: Hashable, Sendable {
    var estimate: Double
    var time: WallTime
    /// Whether it was made with a measured estimate.
    var isMeasured: Bool
  }

  /// Where the samples of a running download have come to.
  private struct Sample: Hashable, Sendable {
    var sent: WallTime
    var time: WallTime
    var bytes: Int64 = 0
  }

  /// A rule that has measured nothing; by default with the estimate of a browser that has none.
  package init(
    initialEstimate: BitRate = BitRate(bitsPerSecond: 1_000_000), variesByPage: Bool = false
  ) {
    self.initialEstimate = initialEstimate
    self.variesByPage = variesByPage
  }

  /// Draws the estimate of a browser's page.
  ///
  /// Chromium multiplies 1.456 Mbit/s, which it takes for a network by wire, by 0.90 to 1.10 for
  /// each host and start, and rounds to 50 kbit/s: measured, 1.3 to 1.6 Mbit/s in 14 pages.
  package mutating func vary(by draw: RunDraw) {
    guard variesByPage else { return }
    let share = 90 + draw.number(below: 21, RunDraw.Quantity.estimate.rawValue)
    let step: Int64 = 50_000
    let rate = 14_560 * Int64(share)
    initialEstimate = BitRate(bitsPerSecond: (rate + step / 2) / step * step)
  }

  /// The estimate, in bits per second: the initial one until 128 kB are sampled.
  private var estimate: Double {
    let initial = Double(initialEstimate.bitsPerSecond)
    return sampledBytes < 128_000 ? initial : throughput.minimum ?? initial
  }

  /// Takes a sample of what has come since the last one.
  private mutating func sample(
    _ kind: LadderLane.Kind, sent: WallTime, bytes: Int64, at time: WallTime
  ) {
    var sample =
      samples[kind].flatMap { $0.sent == sent ? $0 : nil }
      ?? Sample(sent: sent, time: sent)
    let milliseconds = (time - sample.time).milliseconds
    let new = bytes - sample.bytes
    if milliseconds >= 5, new >= 16_000 {
      sampledBytes += new
      throughput.add(8000 * Double(new) / milliseconds, weight: milliseconds / 1000)
    }
    (sample.time, sample.bytes) = (time, bytes)
    samples[kind] = sample
    guard let choice, sampledBytes >= 128_000 else { return }
    guard !choice.isMeasured || time - choice.time >= .seconds(8) else { return }
    self.choice = Choice(estimate: estimate, time: time, isMeasured: true)
  }

  /// Takes a sample of the rest of a segment or an initialization section.
  package mutating func downloaded(_ download: Download, _ observation: Observation) {
    switch download.content {
    case .segment, .initialization, .index:
      if !download.isAbandoned {
        sample(download.lane, sent: download.sent, bytes: download.bytes, at: download.end)
      }
      samples[download.lane] = nil
    case .manifest, .playlist, .key: break
    }
  }

  /// Chooses the highest level within 0.95 of the estimate, and keeps it for at least 8 s.
  package mutating func decide(_ observation: Observation) -> Decision {
    let choice =
      self.choice
      ?? Choice(estimate: estimate, time: observation.wallTime, isMeasured: false)
    self.choice = choice
    let level = level(for: choice.estimate, observation)
    let reason =
      choice.isMeasured
      ? choice.time == observation.wallTime
        ? "highest within 0.95 of throughput" : "no switch within 8 s"
      : "highest within 0.95 of the default estimate"
    return Decision(
      level: level ?? 0, reason: level == nil ? "lowest, above 0.95 of throughput" : reason,
      estimate: estimate,
      next: observation.next(
        above: level ?? 0, share: 0.95, besides: observation.otherBitsPerSecond))
  }

  private func level(for estimate: Double, _ observation: Observation) -> Int? {
    let other = observation.otherBitsPerSecond
    return observation.highestLevel {
      observation.speed * ($0.bitsPerSecond + other) / 0.95 <= estimate
    }
  }

  /// At least every 100 ms and 16 kB, from when the request was sent
  /// (`lib/net/http_fetch_plugin.js`).
  package var progressInterval: ProgressInterval? {
    ProgressInterval(.milliseconds(100), bytes: 16_000, from: .sent, ofAllLanes: true)
  }

  /// Takes a sample.
  package mutating func abandon(
    _ progress: DownloadProgress, _ observation: Observation
  ) -> Decision? {
    let kind = observation.lane.kind
    sample(kind, sent: progress.sent, bytes: progress.bytes, at: observation.wallTime)
    return nil
  }

  /// A sample of any lane may bring another choice.
  package var reconsiders: Bool { true }

  /// Abandons a segment that was asked for before another level was chosen.
  ///
  /// All segments are fetched ahead of their use (`segmentPrefetchLimit`), and a switch drops what
  /// is (`SegmentPrefetch.switchStream`), before `shouldAbortCurrentRequest_` is asked.
  package mutating func reconsider(
    _ progress: DownloadProgress, _ observation: Observation
  ) -> Decision? {
    guard let choice, choice.isMeasured, progress.sent < choice.time else { return nil }
    let level = level(for: choice.estimate, observation) ?? 0
    guard level != progress.level else { return nil }
    return Decision(level: level, reason: "switch to another level", estimate: estimate)
  }
}
