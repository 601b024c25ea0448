import Expectations
import PlayheadKit
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadModel

@Suite struct `A file with bytes cut out` {
  /// Byte by byte: a file is a list of numbers, and a sample the numbers that it has.
  @Test(arguments: Seeds.blocks(90_200_000..<90_201_000, of: 50, few: 30))
  func `has all other bytes in their places`(block: Range<UInt64>) {
    for seed in block {
      var random = SplitMix64(seed: seed)
      let index = RandomMedia(isCoarse: false, readThrough: 64, using: &random).index
      let size = Int(index.bytes)
      var ranges: [ByteRange] = []
      for _ in 0..<random.int(0...4) {
        let start = random.int(0...size)
        ranges.append(ByteRange(Int64(start), Int64(random.int(start...min(size, start + 200)))))
      }
      let isCut = (0..<size).map { place in
        ranges.contains { $0.lowerBound <= place && place < $0.upperBound }
      }
      let left = (0..<size).filter { !isCut[$0] }
      let mended = index.cutting(ranges)
      expect(mended.bytes, equals: Int64(left.count), "seed \(seed)")
      let kept = index.samples.filter { sample in
        sample.size == 0
          || !(Int(sample.offset)..<Int(sample.offset) + Int(sample.size)).allSatisfy {
            $0 < size && isCut[$0]
          }
      }
      expect(mended.samples.count, equals: kept.count, "seed \(seed)")
      func moved(_ offset: Int64) -> Int64 {
        Int64((0..<min(size, Int(offset))).count { !isCut[$0] }) + max(0, offset - Int64(size))
      }
      for (sample, before) in zip(mended.samples, kept) {
        expect(
          sample.offset == moved(before.offset) && sample.needs == moved(before.needs),
          "seed \(seed)")
      }
      expect(
        mended.openingReads.reduce(0) { $0 + $1.count },
        equals: index.openingReads.reduce(0) { sum, range in
          sum + moved(range.upperBound) - moved(range.lowerBound)
        }, "seed \(seed)")
    }
  }

  @Test func `has the demuxer's order of the samples that are left`() {
    var index = Clip.frames(5, lasting: .seconds(1), of: 10).index
    index.demuxerOrder = [4, 2, 0, 1, 3]
    let mended = index.cutting([ByteRange(10, 20)])
    expect(mended.demuxerOrder, equals: [3, 1, 0, 2])
  }
}
