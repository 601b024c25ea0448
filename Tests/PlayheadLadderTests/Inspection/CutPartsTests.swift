import Expectations
import PlayheadLadder
import PlayheadModel
import Testing

@testable import PlayheadAnalysis

/// Levels of two segments of 4 s, of which a quarter is read by the end of the first second, and
/// half by the end of the third.
@Suite("Segments with parts that are cut elsewhere")
struct CutPartsTests {
  private func level(_ sizes: [Int64]) -> Level {
    Level(
      name: "a", bitRate: BitRate(bitsPerSecond: 8000),
      segments: sizes.enumerated().map { number, bytes in
        let start = MediaTime.seconds(4 * Int64(number))
        return LadderSegment(
          LadderResource("\(number)", bytes: bytes),
          declared: TimeRange(start: start, end: start + .seconds(4)),
          parts: [
            .init(bytes: bytes / 4, end: start + .seconds(1)),
            .init(bytes: bytes / 2, end: start + .seconds(3)),
          ])
      })
  }

  /// The bytes of each segment, with those of its parts before it.
  private func bytes(_ level: Level) -> [[Int64]] {
    level.segments.map { $0.parts.map(\.bytes) + [$0.resource.bytes] }
  }

  private func ends(_ level: Level) -> [[MediaTime]] {
    level.segments.map { $0.parts.map(\.end) }
  }

  @Test("are as before where they were cut before")
  func same() {
    var cut = level([4000, 8000])
    cut.cut(every: .seconds(4))
    expect(bytes(cut) == bytes(level([4000, 8000])) && ends(cut) == ends(level([4000, 8000])))
  }

  @Test("have the parts that lie in them, with the bytes where they were")
  func elsewhere() {
    var halves = level([4000, 8000])
    halves.cut(every: .seconds(2))
    // From the first second to the third, 1000 bytes; then 2000 in one.
    expect(bytes(halves), equals: [[1000, 1500], [500, 2500], [2000, 3000], [1000, 5000]])
    expect(ends(halves), equals: [1, 3, 5, 7].map { [.seconds($0)] })
    var whole = level([4000, 8000])
    whole.cut(every: .seconds(8))
    expect(bytes(whole), equals: [[1000, 2000, 6000, 8000, 12_000]])
  }

  @Test("have parts by the mean rate where they have that")
  func meanRate() {
    var mean = level([4000, 8000])
    mean.holdMeanRate()
    expect(bytes(mean), equals: [[1500, 4500, 6000], [1500, 4500, 6000]])
    expect(ends(mean), equals: ends(level([4000, 8000])))
  }

  @Test("have half the bytes at half the bit rate")
  func halved() {
    expect(bytes(level([4000, 8000]).halved), equals: [[500, 1000, 2000], [1000, 2000, 4000]])
  }
}
