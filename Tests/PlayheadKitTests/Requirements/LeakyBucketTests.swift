import Expectations
import PlayheadKit
import Testing

@testable import PlayheadAnalysis

@Suite struct `The leaky bucket of a stream` {
  /// The size that every run of frames calls for, one by one, in quarters of a millionth of a bit.
  private static func size(_ times: [Int64], _ sizes: [Int64], _ rate: Int64, first: Int?) -> Int64
  {
    var most: Int128 = 0
    for start in first.map({ $0...$0 }) ?? 0...times.count - 1 {
      var bits: Int128 = 0
      for end in start..<times.count {
        bits += Int128(sizes[end]) * 8_000_000_000
        most = max(most, bits - Int128(rate) * Int128(times[end] - times[start]))
      }
    }
    return Int64((most + 7_999_999_999) / 8_000_000_000)
  }

  @Test(arguments: Seeds.blocks(15_400_000..<15_401_000, of: 50, few: 150))
  func `has the size and the fullness of the worst run of frames`(block: Range<UInt64>) {
    for seed in block {
      var random = SplitMix64(seed: seed)
      let isRegular = random.chance(50)
      var (times, sizes, time): ([Int64], [Int64], Int64) = ([], [], Int64(random.int(0...9)))
      for _ in 0..<random.int(1...90) {
        times.append(time)
        sizes.append(Int64(random.pick(0, 500, random.int(0...20_000))))
        time += isRegular ? 40_000_000 : Int64(random.pick(0, 1, random.int(0...100_000_000)))
      }
      let bucket = LeakyBucket(track: 0, times: times, sizes: sizes)
      var rates: [Int64] = [0, 1, 1_000_000, 1_000_000_000_000].map { Int64($0) }
      rates += bucket.corners.map(\.rate.bitsPerSecond)
      rates += bucket.corners.map { max(0, $0.rate.bitsPerSecond - 1) }
      rates += (0..<5).map { _ in Int64(random.int(0...5_000_000)) }
      for rate in rates {
        let pair = bucket.pair(at: BitRate(bitsPerSecond: rate))
        expect(
          pair.size, equals: Self.size(times, sizes, rate, first: nil), "seed \(seed), \(rate)")
        expect(
          pair.fullness, equals: Self.size(times, sizes, rate, first: 0), "seed \(seed), \(rate)")
      }
      expect(
        bucket.corners.map(\.rate), equals: bucket.corners.map(\.rate).sorted(), "seed \(seed)")
      expect(bucket.corners.map(\.size), equals: bucket.corners.map(\.size).sorted(by: >))
    }
  }

  /// One frame a second of 1000 bytes, and 4000 bytes at 3 s.
  @Test func `is that of paper and pencil`() {
    let bucket = LeakyBucket(
      track: 0, times: (0..<6).map { $0 * 1_000_000_000 },
      sizes: [1000, 1000, 1000, 4000, 1000, 1000])
    // From 8 kbit/s on, the large frame alone counts; below, all of them do.
    expect(bucket.corners.map(\.rate), equals: [BitRate(bitsPerSecond: 8000)])
    expect(bucket.corners.map(\.size), equals: [4000])
    // At 3 s, 7000 bytes are taken, of which 3000 have flowed in since the first frame.
    expect(bucket.corners.map(\.fullness), equals: [4000])
    expect(bucket.corners.map(\.fillTime), equals: [.seconds(4)])
    expect(bucket.pair(at: BitRate(bitsPerSecond: 4000)).size, equals: 9000 - 2500)
    expect(bucket.pair(at: BitRate(bitsPerSecond: 4001)).size, equals: 9000 - 2500)
    expect(bucket.pair(at: BitRate(bitsPerSecond: 4002)).size, equals: 9000 - 2501)
    expect(bucket.pair(at: .zero).size == 9000 && bucket.pair(at: .zero).fillTime == nil)
    // 72,000 bits in 5 s.
    expect(bucket.meanRate, equals: BitRate(bitsPerSecond: 14_400))
    expect(bucket.bytes == 9000 && bucket.span == .seconds(5))
  }

  @Test func `takes frames by their decode times, none before the one that it follows`() throws {
    var clip = Clip.frames(4, lasting: .seconds(1), of: 1000)
    let times: [Int64?] = [-2, 0, nil, -1]
    for (number, time) in times.enumerated() {
      clip.samples[number].decodeTime = time.map { .seconds($0) }
    }
    // The third has only a presentation time, 2 s, and the fourth one does not go back.
    let bucket = LeakyBucket(clip.index, track: 0)
    expect(bucket.span, equals: .seconds(4))
    // The last two are taken at once.
    expect(bucket.pair(at: BitRate(bitsPerSecond: 4000)).size, equals: 2000)
    expect(bucket.pair(at: BitRate(bitsPerSecond: 4000 - 8)).size, equals: 2004)
  }

  @Test func `of all tracks is of the file's bytes as they are needed, without its opening`() throws
  {
    var clip = Clip.frames(3, lasting: .seconds(1), of: 1000, from: 500)
    clip.openingReads = [ByteRange(0, 600)]
    let bucket = LeakyBucket(try #require(NeededBytes(clip.presentation)))
    expect(bucket.track == nil && bucket.bytes == 2900 && bucket.span == .seconds(2))
    expect(bucket.pair(at: BitRate(bitsPerSecond: 8000)).size, equals: 1000)
    expect(bucket.pair(at: BitRate(bitsPerSecond: 8000)).fullness, equals: 900)
  }
}
