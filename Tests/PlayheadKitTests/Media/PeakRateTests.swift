import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite struct `Peak rates` {
  private static func rates(_ clip: Clip) throws -> PeakRates {
    PeakRates(clip.index, try clip.presentation)
  }

  @Test func `are those of the window that holds most, which ends before its end`() throws {
    // 100, 200, … 1200 bytes a second.
    var samples: [Sample] = []
    var offset: Int64 = 0
    for number in 0..<12 as Range<Int64> {
      let size = (number + 1) * 100
      samples.append(
        Sample(at: .seconds(number), lasting: .seconds(1), bytes: offset..<offset + size))
      offset += size
    }
    let rates = try Self.rates(Clip(samples: samples))
    // A sample a second later than another is not in one window with it.
    expect(rates.over1Second, equals: BitRate(bitsPerSecond: 1200 * 8))
    // 300 + … + 1200 bytes in 10 s.
    expect(rates.over10Seconds, equals: BitRate(bitsPerSecond: 7500 * 8 / 10))
    samples[11].presentationTime = .seconds(11) - .resolution
    try expect(
      Self.rates(Clip(samples: samples)).over1Second, equals: BitRate(bitsPerSecond: 2300 * 8))
  }

  @Test func `exist only over windows that the media is long enough for`() throws {
    for (length, over1, over10) in [
      (MediaTime.seconds(1), true, false), (.seconds(1) - .resolution, false, false),
      (.seconds(10), true, true), (.seconds(10) - .resolution, true, false),
    ] {
      let clip = Clip.frames(1, lasting: length, of: 1000)
      let rates = try Self.rates(clip)
      expect((rates.over1Second != nil), equals: over1)
      expect((rates.over10Seconds != nil), equals: over10)
    }
  }

  @Test func `are rounded to the nearest bit`() throws {
    // 8 bits are 0.8 a second over 10 s; 25 bytes are 20.
    func rate(_ bytes: Int64) throws -> Int64? {
      try Self.rates(.frames(1, lasting: .seconds(10), of: bytes)).over10Seconds?.bitsPerSecond
    }
    try expect(rate(1), equals: 1)
    try expect(rate(3), equals: 2)
    try expect(rate(25), equals: 20)
  }

  /// Every window that begins or ends with a sample, sample by sample.
  @Test(arguments: 0..<60 as Range<UInt64>)
  func `are what every window comes to, one after the other`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var samples: [Sample] = []
    var offset: Int64 = 0
    for _ in 0..<Int.random(in: 2...40, using: &random) {
      let size = Int64.random(in: 0...5000, using: &random)
      let time = MediaTime.milliseconds(Int64.random(in: 0...150, using: &random) * 100)
      let flags: Sample.Flags = Int.random(in: 0...9, using: &random) == 0 ? .discarded : .sync
      samples.append(
        Sample(
          at: time, lasting: .milliseconds(100), bytes: offset..<offset + size,
          track: UInt16.random(in: 0...2, using: &random), flags: flags))
      offset += size
    }
    samples[0].flags = .sync
    var clip = Clip(samples: samples)
    clip.tracks = [.video, .audio, .data]
    var index = clip.index
    index.tracks[2].isPreferred = false
    guard let presentation = try? Presentation(index) else { return }
    let rates = PeakRates(index, presentation)
    let played = samples.filter { $0.track < 2 && $0.isShown }
    for (window, rate) in [(10, rates.over1Second), (100, rates.over10Seconds)] {
      let most = (-100...200).map { start in
        played.reduce(Int64(0)) { sum, sample in
          let time = (sample.presentationTime ?? .zero).nanoseconds / 100_000_000
          return start <= time && time < start + window ? sum + Int64(sample.size) : sum
        }
      }.max()
      let exact = Double(most ?? 0) * 80 / Double(window)
      let isLong = presentation.duration >= .milliseconds(Int64(window) * 100)
      expect(rate?.bitsPerSecond, equals: (isLong ? Int64((exact + 0.5).rounded(.down)) : nil))
    }
  }
}
