import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite struct `The search for a rate` {
  private func search(
    upTo bound: Int64 = 1_000_000_000, verifying rates: [Int64] = [], near guess: Int64? = nil,
    isMonotone: Bool = false, _ isEnough: (Int64) -> Bool
  ) -> RateSearch? {
    RateSearch(
      upTo: BitRate(bitsPerSecond: bound), verifying: rates.map(BitRate.init(bitsPerSecond:)),
      near: guess.map(BitRate.init(bitsPerSecond:)), isMonotone: isMonotone
    ) { isEnough($0.bitsPerSecond) }
  }

  @Test(
    arguments: [
      0, 1, 2, 3, 15, 16, 17, 31, 33, 1023, 1024, 1025, 976_562, 976_563, 716_312, 249_999_999,
      250_000_001, 499_999_999, 500_000_000, 500_000_001, 999_999_999, 1_000_000_000,
    ] as [Int64])
  func `finds the least one to the bit per second`(least: Int64) throws {
    let found = try #require(search { $0 >= least })
    expect(found.rate.bitsPerSecond, equals: least)
    expect(found.lowerRate == nil)
    expect(search(isMonotone: true) { $0 >= least }?.rate, equals: found.rate)
  }

  /// Whatever is guessed, the rate is the least; how many rates it takes depends on the guess.
  @Test(
    arguments: [
      (
        716_312,
        [0, 1, 1000, 716_310, 716_311, 716_312, 716_313, 716_400, 9_000_000, 1_000_000_000]
      ),
      (1, [0, 1, 2, 3, 500]), (0, [0, 1]), (1_000_000_000, [999_999_999, 1_000_000_000]),
    ] as [(Int64, [Int64])])
  func `begins around a guess`(least: Int64, guesses: [Int64]) throws {
    for guess in guesses {
      for isMonotone in [false, true] {
        let found = try #require(search(near: guess, isMonotone: isMonotone) { $0 >= least })
        expect(found.rate.bitsPerSecond == least && found.lowerRate == nil, "\(guess)")
      }
    }
  }

  @Test func `tries two rates of its bisection where the guess is right`() {
    func tries(near guess: Int64?) -> Int {
      var tried: Set<Int64> = []
      _ = search(near: guess, isMonotone: true) { rate in
        tried.insert(rate)
        return rate >= 716_312
      }
      return tried.count { (716_000...717_000).contains($0) }
    }
    expect(tries(near: 716_312), equals: 2)
    // A thousand rates are ten bisections.
    expect(tries(near: nil) >= 9)
  }

  /// From the rate on it holds at every rate that was tried, whatever the gaps.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func `passes over no gap that it has seen`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let least = Int64.random(in: 1000...900_000, using: &random)
    let gaps = (0..<Int.random(in: 1...6, using: &random)).map { _ in
      let start = Int64.random(in: least...least * 60, using: &random)
      return start..<start + max(1, start / Int64.random(in: 4...200, using: &random))
    }
    let asked = gaps.prefix(2).map(\.lowerBound)
    var tried: Set<Int64> = []
    func holds(_ rate: Int64) -> Bool { rate >= least && !gaps.contains { $0.contains(rate) } }
    let found = try #require(
      search(verifying: asked) { rate in
        tried.insert(rate)
        return holds(rate)
      })
    let rate = found.rate.bitsPerSecond
    let above = tried.filter { $0 >= rate }
    expect(above.allSatisfy(holds) && holds(rate) && !holds(rate - 1))
    expect(found.verifiedCount, equals: above.count)
    expect(asked.allSatisfy { $0 < rate })
  }

  @Test func `tries the rates that it is asked to, unless one implies the others`() throws {
    func isEnough(_ rate: Int64) -> Bool { rate >= 700_000 && rate != 790_123 }
    expect(search(isEnough)?.rate.bitsPerSecond, equals: 700_000)
    expect(search(verifying: [790_123], isEnough)?.rate.bitsPerSecond, equals: 790_124)
    expect(
      search(verifying: [790_123], isMonotone: true, isEnough)?.rate.bitsPerSecond, equals: 700_000)
    expect(search(verifying: [2_000_000_000], isEnough)?.rate.bitsPerSecond, equals: 700_000)
  }

  @Test func `finds nothing where nothing is enough`() {
    expect(search { _ in false } == nil)
    expect(search { $0 < 1_000_000_000 } == nil)
  }

  @Test(
    arguments: [
      // Whatever is on either side of a stretch that is not enough, unless that is narrow.
      (1_000_000..<1_500_000, 2_500_000), (1_000_000..<1_900_000, 2_100_000),
      (36_000..<40_000, 48_000),
    ] as [(Range<Int64>, Int64)])
  func `does not take what is enough below a gap for the least`(
    lower: Range<Int64>, least: Int64
  ) throws {
    let found = try #require(search { lower.contains($0) || $0 >= least })
    expect(found.rate.bitsPerSecond, equals: least)
    let tried = try #require(found.lowerRate).bitsPerSecond
    expect(lower.contains(tried))
  }

  @Test func `tries no more rates than it takes`() {
    for least: Int64 in [0, 1, 977, 716_312, 90_000_000_000] {
      for guess: Int64? in [nil, 0, 1, least, 50_000_000_000, 100_000_000_000] {
        var count = 0
        _ = search(upTo: 100_000_000_000, near: guess) { rate in
          count += 1
          return rate >= least
        }
        expect(count <= RateSearch.maximumTries, "\(least), \(String(describing: guess))")
      }
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
    expect(count, equals: 3)
  }
}
