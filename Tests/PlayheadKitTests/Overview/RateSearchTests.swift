import Testing

@testable import PlayheadKit

@Suite struct `The search for a rate` {
  private func search(
    upTo bound: Int64 = 1_000_000_000, _ isEnough: (Int64) -> Bool
  ) -> RateSearch? {
    RateSearch(upTo: BitRate(bitsPerSecond: bound)) { isEnough($0.bitsPerSecond) }
  }

  @Test(
    arguments: [
      0, 1, 2, 3, 15, 16, 17, 31, 33, 1023, 1024, 1025, 976_562, 976_563, 716_312, 249_999_999,
      250_000_001, 499_999_999, 500_000_000, 500_000_001, 999_999_999, 1_000_000_000,
    ] as [Int64])
  func `finds the least one to the bit per second`(least: Int64) throws {
    let found = try #require(search { $0 >= least })
    #expect(found.rate.bitsPerSecond == least)
    #expect(found.lowerRate == nil)
  }

  @Test func `finds nothing where nothing is enough`() {
    #expect(search { _ in false } == nil)
    #expect(search { $0 < 1_000_000_000 } == nil)
  }

  @Test(
    arguments: [
      // Whatever is on either side of a stretch that is not enough, unless that is narrow.
      (1_000_000..<1_500_000, 2_500_000), (1_000_000..<1_900_000, 2_100_000),
      (36_000..<40_000, 46_000),
    ] as [(Range<Int64>, Int64)])
  func `does not take what is enough below a gap for the least`(
    lower: Range<Int64>, least: Int64
  ) throws {
    let found = try #require(search { lower.contains($0) || $0 >= least })
    #expect(found.rate.bitsPerSecond == least)
    let tried = try #require(found.lowerRate).bitsPerSecond
    #expect(lower.contains(tried))
  }

  @Test func `tries no more rates than it takes`() {
    for least: Int64 in [1, 977, 716_312, 90_000_000_000] {
      var count = 0
      _ = search(upTo: 100_000_000_000) { rate in
        count += 1
        return rate >= least
      }
      #expect(count < 130, "\(least)")
    }
  }

  @Test func `ends at once when it is told to`() {
    struct Enough: Error {}
    var count = 0
    #expect(throws: Enough.self) {
      () throws in
      _ = try RateSearch(upTo: .bound) { (_) throws(Enough) in
        count += 1
        if count == 3 { throw Enough() }
        return true
      }
    }
    #expect(count == 3)
  }
}
