import Expectations
import Foundation
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite struct `An estimate of throughput` {
  @Test func `halves as often as powers of two say`() {
    var random = SplitMix64(seed: 21)
    for _ in 0..<2000 {
      let halfLife = WallTime(nanoseconds: .random(in: 1...60_000_000_000, using: &random))
      let time = WallTime(nanoseconds: .random(in: 0...600_000_000_000, using: &random))
      let left = ExponentialDecay.one.halved(over: time, halfLife: halfLife)
      let halvings = Double(time.nanoseconds) / Double(halfLife.nanoseconds)
      // Within what a double can tell, and what 62 bits behind the point can.
      let difference = abs(Double(left) - exp2(62 - halvings))
      expect(difference <= exp2(62 - halvings) * 1e-12 + 60, "\(time) by \(halfLife)")
    }
  }

  @Test func `is the rate itself while that stays, from the first measurement on`() {
    var estimator = ThroughputEstimator(ThroughputEstimation())
    expect(estimator.estimate == nil)
    for _ in 0..<50 {
      estimator.add(bytes: 12_345, in: .milliseconds(77))
      // 12345 · 8 ÷ 0.077 = 1,282,597.4, cut
      expect(estimator.estimate, equals: 1_282_597)
    }
    // What took no time says nothing.
    estimator.add(bytes: 1_000_000, in: .zero)
    expect(estimator.estimate, equals: 1_282_597)
  }

  @Test func `is the smaller of a fast and a slow average, as hls.js has them`() throws {
    var random = SplitMix64(seed: 22)
    let estimation = ThroughputEstimation(
      fastHalfLife: .seconds(3), slowHalfLife: .seconds(9))
    var estimator = ThroughputEstimator(estimation)
    // By the formulas of hls.js' EWMA, in floating point.
    var averages = [(halfLife: 3.0, sum: 0.0), (halfLife: 9.0, sum: 0.0)]
    var total = 0.0
    for _ in 0..<200 {
      let bytes = Int64.random(in: 1...1_000_000, using: &random)
      let time = WallTime(nanoseconds: .random(in: 1_000_000...4_000_000_000, using: &random))
      estimator.add(bytes: bytes, in: time)
      let seconds = Double(time.nanoseconds) / 1e9
      total += seconds
      let rate = (Double(bytes) * 8 / seconds).rounded(.down)
      for place in averages.indices {
        let alpha = pow(0.5, seconds / averages[place].halfLife)
        averages[place].sum = rate * (1 - alpha) + averages[place].sum * alpha
      }
      let expected = averages.map { $0.sum / (1 - pow(0.5, total / $0.halfLife)) }.min() ?? 0
      let estimate = try #require(estimator.estimate)
      expect(abs(Double(estimate) - expected) <= 0.5 + expected * 1e-9)
    }
  }

  @Test func `holds against the largest numbers there can be`() throws {
    var estimator = ThroughputEstimator(ThroughputEstimation())
    estimator.add(bytes: .max, in: .resolution)
    try expect(#require(estimator.estimate) > 0)
    estimator.add(bytes: .max, in: .bound)
    estimator.add(bytes: 0, in: .bound)
    expect(estimator.estimate, equals: 0)
  }

  @Test func `starts a player as soon as the rest will come in time`() throws {
    // 10 s at 100 bytes a second; measured each 100 bytes over a link of 80 bytes a second. At
    // 1.25 s, 900 bytes are missing, which take 11.25 s: too long for the 10 s of media. With n
    // frames in, (10 − n) · 1.25 ≤ 10 holds from n = 2 on.
    let clip = Clip.frames(10, lasting: .seconds(1), of: 100)
    var parameters = BufferingPolicy.Parameters()
    parameters.startupThreshold = .zero
    parameters.highWatermark = nil
    parameters.keepUp = .predictedRate(ThroughputEstimation(sampleBytes: 100))
    let profile = try BandwidthProfile(name: "80 B/s", rate: BitRate(bitsPerSecond: 640))
    let session = try clip.play(over: profile, try BufferingPolicy(parameters))
    expect(session.startup, equals: .milliseconds(2500))
  }
}
