import Expectations
import Foundation
import PlayheadLadder
import PlayheadModel
import Testing

@Suite("Estimators")
struct EstimatorTests {
  /// The share of each sample is what it adds, less what later ones take from it, of all shares.
  private func weighted(_ samples: [(value: Double, weight: Double)], halfLife: Double) -> Double {
    var (sum, shares, later) = (0.0, 0.0, 0.0)
    for sample in samples.reversed() {
      let share = pow(0.5, later / halfLife) - pow(0.5, (later + sample.weight) / halfLife)
      sum += share * sample.value
      shares += share
      later += sample.weight
    }
    return sum / shares
  }

  @Test("An exponential average halves the influence of a sample over each half-life")
  func exponential() throws {
    var average = ExponentialAverage(halfLife: 3)
    expect(average.value == nil)
    let samples = [(800.0, 1.5), (200, 3), (1000, 0.25), (0, 2)]
    for (value, weight) in samples { average.add(value, weight: weight) }
    expect(abs(try #require(average.value) - weighted(samples, halfLife: 3)) < 1e-9)
    expect(average.totalWeight, equals: 6.75)
    // One half-life of the new value against everything before.
    var two = ExponentialAverage(halfLife: 2)
    two.add(100, weight: 1000)
    two.add(300, weight: 2)
    expect(abs(try #require(two.value) - 200) < 1e-9)
  }

  @Test("However many half-lives pass, the correction for the start is what it is by its formula")
  func correction() throws {
    var random = SeededNumbers(seed: 54)
    for _ in 0..<200 {
      let halfLife = Double(random.int(1...80)) / 8
      var average = ExponentialAverage(halfLife: halfLife)
      var (sum, weights) = (0.0, 0.0)
      while weights < 60 * halfLife {
        let (value, weight) = (Double(random.int(0...5000)), Double(random.int(1...40)) / 16)
        average.add(value, weight: weight)
        let kept = pow(0.5, weight / halfLife)
        sum = (1 - kept) * value + kept * sum
        weights += weight
        expect(average.value, equals: sum / (1 - pow(0.5, weights / halfLife)))
      }
    }
  }

  @Test("Of a fast and a slow average, the lower falls quickly and rises slowly")
  func fastAndSlow() throws {
    var averages = FastSlowAverage(fast: 1, slow: 4)
    averages.add(1000, weight: 20)
    averages.add(100, weight: 1)
    expect(averages.minimum, equals: averages.fast.value)
    expect(averages.maximum, equals: averages.slow.value)
    averages.add(5000, weight: 8)
    expect(averages.minimum, equals: averages.slow.value)
    expect(averages.totalWeight, equals: 29)
  }

  @Test("A harmonic mean is of the latest samples only")
  func harmonic() throws {
    var mean = HarmonicMean(window: 2)
    expect(mean.value == nil)
    mean.add(1)
    mean.add(2)
    mean.add(6)
    // 2 ÷ (1/2 + 1/6)
    expect(abs(try #require(mean.value) - 3) < 1e-12)
  }

  @Test("A sliding median takes excess weight off the oldest sample")
  func median() {
    var median = SlidingMedian(window: 10)
    expect(median.value == nil)
    median.add(100, weight: 4)
    median.add(300, weight: 4)
    expect(median.value, equals: 100, "exactly half of the weight is enough")
    median.add(200, weight: 4)
    // Weights 2, 4, 4: 100 holds 2 of 10, 200 holds 6.
    expect(median.value, equals: 200)
    median.add(50, weight: 10)
    expect(median.value, equals: 50)
  }

  @Test("Chromium's averages start at zero", arguments: [[200, 560, 648] as [Int64]])
  func chromium(expected: [Int64]) {
    var speed = ChromiumSpeed()
    var values: [Int64] = []
    for sample: Int64 in [1000, 2000, 1000] {
      speed.add(sample)
      values.append(speed.value)
    }
    expect(values, equals: expected)
  }

  @Test("The estimates that hls.js 1.6.15 logged follow from its samples")
  func loggedByHLSJS() {
    // 342, 1351 and 12,365 ms, less the time to first byte of each, on the browser's clock of 0.1
    // ms.
    var bandwidth = HLSJSBandwidth()
    expect(bandwidth.value, equals: 500_000)
    var values: [Double] = []
    for (bytes, milliseconds) in [(84_908, 260.1), (456_785, 1254.7), (432_638, 12_269.8)] {
      bandwidth.add(bytes: Int64(bytes), milliseconds: milliseconds)
      values.append(bandwidth.value.rounded())
    }
    expect(values, equals: [2_611_549, 2_863_267, 328_862])
  }

  @Test("A sample of hls.js lasts 50 ms at least")
  func shortSamples() {
    var bandwidth = HLSJSBandwidth()
    bandwidth.add(bytes: 50_000, milliseconds: 10)
    expect(abs(bandwidth.value - 8_000_000) < 1e-6)
  }

  @Test("The time to first byte of hls.js is 100 ms, then an average in which long ones count less")
  func timeToFirstByte() {
    var bandwidth = HLSJSBandwidth()
    expect(bandwidth.millisecondsToFirstByte, equals: 100)
    bandwidth.add(millisecondsToFirstByte: 2)
    expect(abs(bandwidth.millisecondsToFirstByte - 5) < 1e-9)
    bandwidth.add(millisecondsToFirstByte: 1000)
    let expected = weighted(
      [(5, 2.0.squareRoot() * exp(-0.000_002)), (1000, 2.0.squareRoot() * exp(-0.5))], halfLife: 9)
    expect(abs(bandwidth.millisecondsToFirstByte - expected) < 1e-9)
  }

  @Test("Sabre's history has the lower throughput and the higher latency")
  func sabre() throws {
    var history = SabreHistory(segmentTime: 3000)
    expect(history.throughput == nil)
    let samples: [(bits: Double, time: Double, latency: Double)] = [
      (3e6, 1500, 100), (3e6, 6000, 20), (3e6, 1000, 60),
    ]
    for sample in samples {
      history.add(bits: sample.bits, time: sample.time, latency: sample.latency)
    }
    let rates = samples.map { ($0.bits / $0.time, $0.time) }
    let latencies = samples.map { ($0.latency, 1.0) }
    let throughput = min(weighted(rates, halfLife: 3000), weighted(rates, halfLife: 8000))
    let latency = max(weighted(latencies, halfLife: 1), weighted(latencies, halfLife: 8.0 / 3))
    expect(abs(try #require(history.throughput) - throughput) < 1e-9)
    expect(abs(history.latency - latency) < 1e-9)
  }
}
