import Expectations
import Testing

@testable import PlayheadSweep

@Suite("Means, quantiles and shares of values")
struct DistributionTests {
  @Test("A quantile is the smallest value that enough of the weight does not exceed")
  func quantiles() {
    let plain = Distribution((1...10).map { (Double($0), 1) })
    expect(plain.mean, equals: 5.5)
    expect(plain.quantile(0.5), equals: 5)
    expect(plain.quantile(0.95), equals: 10)
    expect(plain.quantile(0), equals: 1)
    expect(plain.quantile(1), equals: 10)
    expect(plain.share(upTo: 3), equals: 0.3)
    expect(plain.share(upTo: 0.5), equals: 0)
  }

  @Test("A weight counts as that many values")
  func weights() {
    let weighted = Distribution([(1, 3), (2, 1), (5, 4)])
    let repeated = Distribution([1, 1, 1, 2, 5, 5, 5, 5].map { ($0, 1) })
    expect(weighted.mean, equals: repeated.mean)
    for share in [0.0, 0.1, 0.375, 0.4, 0.5, 0.51, 0.99, 1] {
      expect(weighted.quantile(share), equals: repeated.quantile(share))
    }
    expect(weighted.share(upTo: 2), equals: repeated.share(upTo: 2))
  }

  @Test("Nothing has neither mean nor quantile")
  func empty() {
    let nothing = Distribution([])
    expect(nothing.mean == nil)
    expect(nothing.quantile(0.5) == nil)
    expect(nothing.share(upTo: 1), equals: 0)
  }
}
