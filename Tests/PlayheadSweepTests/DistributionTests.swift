import Testing

@testable import PlayheadSweep

@Suite("Means, quantiles and shares of values")
struct DistributionTests {
  @Test("A quantile is the smallest value that enough of the weight does not exceed")
  func quantiles() {
    let plain = Distribution((1...10).map { (Double($0), 1) })
    #expect(plain.mean == 5.5)
    #expect(plain.quantile(0.5) == 5)
    #expect(plain.quantile(0.95) == 10)
    #expect(plain.quantile(0) == 1)
    #expect(plain.quantile(1) == 10)
    #expect(plain.share(upTo: 3) == 0.3)
    #expect(plain.share(upTo: 0.5) == 0)
  }

  @Test("A weight counts as that many values")
  func weights() {
    let weighted = Distribution([(1, 3), (2, 1), (5, 4)])
    let repeated = Distribution([1, 1, 1, 2, 5, 5, 5, 5].map { ($0, 1) })
    #expect(weighted.mean == repeated.mean)
    for share in [0.0, 0.1, 0.375, 0.4, 0.5, 0.51, 0.99, 1] {
      #expect(weighted.quantile(share) == repeated.quantile(share))
    }
    #expect(weighted.share(upTo: 2) == repeated.share(upTo: 2))
  }

  @Test("Nothing has neither mean nor quantile")
  func empty() {
    let nothing = Distribution([])
    #expect(nothing.mean == nil)
    #expect(nothing.quantile(0.5) == nil)
    #expect(nothing.share(upTo: 1) == 0)
  }
}
