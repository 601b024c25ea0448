import Expectations
import PlayheadModel
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadLadder

@Suite("Peak bit rates")
struct PeakRunTests {
  private static func level(_ segments: [(milliseconds: Int64, bytes: Int64, isGap: Bool)]) -> Level
  {
    var end = MediaTime.zero
    let made = segments.map { length, bytes, isGap in
      defer { end += .milliseconds(length) }
      return LadderSegment(
        LadderResource("s", bytes: bytes),
        declared: TimeRange(start: end, end: end + .milliseconds(length)), isGap: isGap)
    }
    return Level(name: "a", bitRate: .zero, segments: made)
  }

  @Test("The peak is that of the densest run of 0.5 to 1.5 target durations")
  func table() {
    // Of 4 s: 2 s to 6 s. The dense second alone is too short; with its neighbour it is 2 s of 1600
    // B.
    let level = Self.level([
      (4000, 1000, false), (1000, 1500, false), (1000, 100, false), (4000, 2000, false),
    ])
    let peak = PeakRun(of: level, targetDuration: .seconds(4))
    expect(peak?.rate, equals: BitRate(bitsPerSecond: 6400))
    expect(peak?.segments, equals: 1..<3)
  }

  @Test(
    "Runs of exactly half and of one and a half target durations count, and no others",
    arguments: [(1999, nil), (2000, 400), (6000, 133), (6001, nil)] as [(Int64, Int64?)])
  func bounds(length: Int64, rate: Int64?) {
    let level = Self.level([(length, 100, false)])
    let peak = PeakRun(of: level, targetDuration: .seconds(4))
    expect(peak?.rate, equals: rate.map { BitRate(bitsPerSecond: $0) })
  }

  @Test("A run ends at a gap, and a level of gaps or without a target has no peak")
  func gaps() {
    let level = Self.level([(1000, 9, false), (1000, 900, true), (1000, 9, false)])
    expect(PeakRun(of: level, targetDuration: .seconds(4)) == nil)
    expect(
      PeakRun(of: level, targetDuration: .seconds(2))?.rate, equals: BitRate(bitsPerSecond: 72))
    expect(PeakRun(of: level, targetDuration: .zero) == nil)
  }

  @Test("The peak is that of a naive search over all runs", arguments: 0..<300 as Range<UInt64>)
  func search(seed: UInt64) {
    var random = RandomNumbers(seed: seed)
    let isEven = random.next(0...1) == 0
    let segments = (0..<random.next(1...30)).map { _ in
      (
        milliseconds: isEven ? 1000 : random.next(0...7000), bytes: random.next(0...5000),
        isGap: random.next(0...9) == 0
      )
    }
    let level = Self.level(segments)
    let target = random.next(1...9)
    var best: (bytes: Int64, length: Int64)?
    for first in segments.indices {
      for last in first..<segments.count {
        let run = segments[first...last]
        let bytes = run.reduce(0) { $0 + $1.bytes }
        let length = run.reduce(0) { $0 + $1.milliseconds }
        guard !run.contains(where: \.isGap), length >= 500 * target, length <= 1500 * target
        else { continue }
        if best.map({ bytes * $0.length > $0.bytes * length }) ?? true { best = (bytes, length) }
      }
    }
    let peak = PeakRun(of: level, targetDuration: .seconds(target))
    // To the nearest bit per second, halves up.
    let rate = best.map { (16_000 * $0.bytes + $0.length) / (2 * $0.length) }
    expect(peak?.rate.bitsPerSecond, equals: rate, "seed \(seed)")
    if let run = peak?.segments {
      let bytes = segments[run].reduce(0) { $0 + $1.bytes }
      let length = segments[run].reduce(0) { $0 + $1.milliseconds }
      expect(best.map { bytes * $0.length == $0.bytes * length } ?? false, "seed \(seed)")
    }
  }
}
